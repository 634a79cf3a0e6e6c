/**
 * One machine of the gateway: a `tenon serve` of its own name and data folder, which reaches Postgres and is reached by the
 * others through relays that can be cut.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

import { numberOf, objectOf } from "@tenon/basis";

import { openDesks } from "./desks.ts";
import { openLedger, type ToolCall } from "./ledger.ts";
import { openRelay, type Relay } from "./relay.ts";

export interface Machine extends AsyncDisposable {
  readonly name: string;
  /** Where clients reach it. */
  readonly url: string;
  /** Where the other machines reach it. */
  readonly address: string;
  readonly toStore: Relay;
  readonly fromOthers: Relay;
  readonly isRunning: boolean;
  /** Whether a server process of a session lives that has been called; not while the machine is stopped, and cannot end it. */
  hasServerOf(session: string): boolean;
  start(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with its exit code or signal. */
  ended(): Promise<string>;
}

export interface MachineOptions {
  readonly name: string;
  readonly folder: string;
  readonly tenon: string;
  readonly token: string;
  /** The folder of the socket of Postgres, and the URL of the database with the port of a relay. */
  readonly storeSocket: string;
  readonly storeUrl: (port: number) => string;
  readonly environment: Readonly<Record<string, string>>;
  /** A host name of its own: otherwise the others see that its process is gone before its lease runs out. */
  readonly isNamed: boolean;
  onCall(machine: string, call: ToolCall): void;
  /** It had work, and got no processor for this time. */
  onStarved(machine: string, ms: number): void;
}

// One that was stopped ends at once what it should have ended before.
const ENDING_MS = 3_000;

export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { name, folder, storeSocket, storeUrl } = options;
  const port = await freePort();
  const toStore = await openRelay(() => ({ path: storeSocket }));
  const fromOthers = await openRelay(() => ({ port, host: "127.0.0.1" }));
  const onCall = (call: ToolCall) => options.onCall(name, call);
  const ledger = await openLedger(onCall);
  const desks = await openDesks(onCall);
  const place = join(folder, name);
  const data = join(place, "data");
  await mkdir(join(place, "config", "tenon"), { recursive: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(join(data, "serve-token"), `${options.token}\n`, { mode: 0o600 });
  await writeFile(
    join(place, "config", "tenon", "tenon.json"),
    JSON.stringify({
      mcpServers: { ledger: { url: ledger.url, include: "agent" }, desk: { ...desks.spec, include: "agent" } },
    }),
  );
  const log = createWriteStream(join(place, "serve.log"), { flags: "a" });
  const address = `http://127.0.0.1:${fromOthers.port}`;
  const flags = ["--json", "--port", String(port), "--address", address, "--agent", "tenon"];
  const program = [options.tenon, "serve", ...flags, "--model", "openai-compatible/gpt-oss-120b"];
  const preload = ["--import", fileURLToPath(new URL("preload.mjs", import.meta.url))];
  const command = [process.execPath, ...preload, ...program];
  let child: ChildProcess | undefined;
  let ended: Promise<string> | undefined;
  let goesOnAt = -Infinity;
  const kill = () => void child?.kill("SIGKILL");
  // A check that is interrupted does not come to the end of this file.
  process.once("exit", kill);

  const machine: Machine = {
    name,
    url: `ws://127.0.0.1:${port}/acp`,
    address,
    toStore,
    fromOthers,
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    async start() {
      const store = storeUrl(toStore.port);
      const [first = "", ...rest] = options.isNamed
        ? ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name, ...command]
        : command;
      const env = { ...process.env, ...options.environment, XDG_CONFIG_HOME: join(place, "config") };
      const started = spawn(first, rest, {
        cwd: place,
        env: { ...env, TENON_DATA: data, TENON_STORE: store },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      started.on("message", (message) => options.onStarved(name, numberOf(objectOf(message)["starved"]) ?? 0));
      child = started;
      ended = once(started, "exit").then(([code, signal]) => String(code ?? signal));
      started.stderr?.pipe(log, { end: false });
      const lines = createInterface({ input: started.stdout ?? Readable.from([]) })[Symbol.asyncIterator]();
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`${name} did not start; see ${place}/serve.log`);
    },
    signal(signal) {
      if (signal === "SIGSTOP") goesOnAt = Infinity;
      if (signal === "SIGCONT") goesOnAt = performance.now();
      child?.kill(signal);
    },
    hasServerOf: (session) => performance.now() > goesOnAt + ENDING_MS && desks.hasOne(session),
    ended: async () => (await ended) ?? "not started",
    async [Symbol.asyncDispose]() {
      child?.kill("SIGCONT");
      kill();
      await ended;
      process.off("exit", kill);
      await ledger[Symbol.asyncDispose]();
      await desks[Symbol.asyncDispose]();
      await toStore[Symbol.asyncDispose]();
      await fromOthers[Symbol.asyncDispose]();
      log.end();
    },
  };
  return machine;
}

/** Kept for all lives of the machine, as its clients know it. */
async function freePort(): Promise<number> {
  const relay = await openRelay(() => ({ port: 0 }));
  const { port } = relay;
  await relay[Symbol.asyncDispose]();
  const taken = connect(port, "127.0.0.1");
  await once(taken, "error");
  return port;
}
