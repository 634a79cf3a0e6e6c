/**
 * A gateway in memory: our own agent in this process, other agents as processes of their own, clients over linked pairs.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { type Model, type ModelChoice, rehearsalModel } from "@tenon/agent";
import {
  createGateway,
  type Connection,
  type Frame,
  type Gateway,
  type GatewayOptions,
  type OtherAgent,
  type Peer,
} from "@tenon/gateway";
import { type Journal, openMemoryJournal } from "@tenon/journal";
import { type LinkedPair, linkedPair } from "@tenon/testkit";
import {
  type AgentScript,
  messageWire,
  type ScriptedClient,
  scriptedClient,
  type ScriptedClientOptions,
  stdioAgent,
} from "@tenon/testkit/acp";

export interface TestGateway extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly warnings: readonly string[];
  /** A client that has introduced itself. */
  client(options?: ClientOptions): Promise<TestClient>;
  /** A client that has said nothing yet. */
  connect(options?: ClientOptions): TestClient;
  /** The frames of a session so far, until the test has what it waits for. */
  frames(sessionId: string, until: (frame: Frame) => boolean, after?: number): Promise<readonly Frame[]>;
}

export interface ClientOptions extends ScriptedClientOptions, Partial<Peer> {
  readonly capacity?: number;
}

export interface TestClient extends ScriptedClient {
  readonly connection: Connection;
  readonly pair: LinkedPair<AnyMessage>;
}

export interface TestGatewayOptions extends Partial<GatewayOptions> {
  readonly model?: Model;
  readonly services?: NonNullable<GatewayOptions["ownAgent"]["services"]>;
  readonly scripts?: Readonly<Record<string, AgentScript>>;
}

export function openGateway(options: TestGatewayOptions = {}): TestGateway {
  const { model = rehearsalModel(), services, scripts = {}, ...given } = options;
  const journal = given.journal ?? openMemoryJournal();
  const warnings: string[] = [];
  const gateway = createGateway({
    journal,
    ownAgent: {
      version: "0.0.0",
      models: onlyModel(model),
      unstable: true,
      ...(services && { services }),
    },
    agents: Object.entries(scripts).map(([name, script]) => scripted(name, script)),
    onWarning: (warning) => void warnings.push(warning),
    ...given,
  });

  function connect({ name = "someone", agent, isRemote, access, capacity, ...rest }: ClientOptions = {}): TestClient {
    const pair = linkedPair<AnyMessage>(capacity === undefined ? {} : { capacity });
    const connection = gateway.connect(pair.right, {
      name,
      ...(agent !== undefined && { agent }),
      ...(isRemote !== undefined && { isRemote }),
      ...(access && { access }),
    });
    return { ...scriptedClient(messageWire(pair.left), rest), connection, pair };
  }
  return {
    gateway,
    journal,
    warnings,
    connect,
    async client(options) {
      const client = connect(options);
      await client.initialize();
      return client;
    },
    async frames(sessionId, until, after = 0) {
      const seen: Frame[] = [];
      for await (const frame of gateway.feed(sessionId, { after, signal: new AbortController().signal })) {
        seen.push(frame);
        if (until(frame)) break;
      }
      return seen;
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      if (!given.journal) await journal.close();
    },
  };
}

/** An agent that does what its script says, started as a process for each connection. */
export function scripted(name: string, script: AgentScript, env: Readonly<Record<string, string>> = {}): OtherAgent {
  const { command, args, env: own } = stdioAgent(script);
  return { name, program: async ({ cwd }) => ({ command, args, cwd, env: { ...env, ...own } }) };
}

/** What makes a request ask for an agent. */
export function forAgent(agent: string) {
  return { _meta: { tenon: { agent } } };
}

function onlyModel(model: Model): ModelChoice {
  const { id, accepts } = model;
  return { defaultId: id, accepts, known: [{ id, name: id }], open: async () => model };
}

/** For what is polled: a slow machine is no failure. */
export const PATIENT = { timeout: 30_000 };
