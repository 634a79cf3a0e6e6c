/**
 * An editor, `tenon connect`, a network and `tenon serve`: real processes with folders of their own and a scripted model.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ScriptedClientOptions, spawnedClient, type SpawnedClient } from "@tenon/testkit/acp";
import { type ModelServer, type Script, startModelServer } from "@tenon/testkit/model";

import { type ServedGateway, startServe } from "../served/served-gateway.ts";
import { tenon } from "../tenon.ts";
import { startRelay, type TcpRelay } from "./tcp-relay.ts";

export interface ConnectedEditor extends AsyncDisposable {
  readonly client: SpawnedClient;
  readonly gateway: ServedGateway;
  readonly network: TcpRelay;
  readonly model: ModelServer;
  /** The folder of the editor's project, on its side. */
  readonly project: string;
  /** Where `tenon connect` keeps its journal. */
  readonly data: string;
  /** The configuration of the editor's user. */
  readonly config: string;
  /** Another gateway process on the same data, behind the same address. */
  restartGateway(signal?: NodeJS.Signals): Promise<void>;
  /** Another `tenon connect` behind the same network. */
  connect(options?: EditorOptions): Promise<SpawnedClient>;
}

export interface EditorOptions extends ScriptedClientOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ConnectedOptions extends EditorOptions {
  readonly script: Script;
  readonly serve?: readonly string[];
  readonly serveEnvironment?: Readonly<Record<string, string>>;
  readonly webSockets?: TcpRelay["webSockets"];
  /** Writes the configuration of the editor's user, below this folder. */
  readonly configure?: (folder: string) => Promise<void>;
}

export async function connectedEditor(options: ConnectedOptions): Promise<ConnectedEditor> {
  const root = await mkdtemp(join(tmpdir(), "tenon-connect-"));
  const [far, data, project, config] = [
    join(root, "far"),
    join(root, "near"),
    join(root, "project"),
    join(root, "config"),
  ];
  await Promise.all([far, data, project, config].map((folder) => mkdir(folder)));
  await options.configure?.(config);
  const model = await startModelServer({ script: options.script });
  const serve = () =>
    startServe({
      data: far,
      flags: ["--model", "openai-compatible/gpt-oss-120b", "--agent", "tenon", ...(options.serve ?? [])],
      environment: { ...model.environment, ...options.serveEnvironment },
    });
  let gateway = await serve();
  const network = await startRelay(gateway.address);
  network.webSockets = options.webSockets ?? "pass";
  const tokenFile = join(data, "token");
  await writeFile(tokenFile, gateway.headers["Authorization"]?.replace("Bearer ", "") ?? "");

  const connect = ({ flags = [], env = {}, ...rest }: EditorOptions = {}) =>
    spawnedClient(
      {
        command: process.execPath,
        args: [tenon, "connect", `http://${network.address}`, "--token-file", tokenFile, ...flags],
        cwd: project,
        env: { XDG_CONFIG_HOME: config, TENON_DATA: data, ...env },
      },
      rest,
    );
  const client = await connect(options);
  return {
    client,
    get gateway() {
      return gateway;
    },
    network,
    model,
    project,
    data,
    config,
    connect,
    async restartGateway(signal = "SIGTERM") {
      network.down();
      gateway.kill(signal);
      await gateway.ended;
      gateway = await serve();
      network.target = gateway.address;
      network.up();
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await network[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}
