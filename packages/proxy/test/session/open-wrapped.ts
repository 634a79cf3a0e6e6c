/**
 * A client and an agent with the tools between them: all three are real, joined in memory. The agent reaches the endpoint
 * with the official MCP client.
 */

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { AnyMessage, McpServer } from "@agentclientprotocol/sdk";
import { openHub, type OpenSessionHub } from "@tenon/hub";
import { createRecorder, type Journal } from "@tenon/journal";
import { type GrantStore, type Layer, memoryGrantStore } from "@tenon/policy";
import { linkedPair } from "@tenon/testkit";
import {
  type AgentScript,
  type ClientAnswers,
  everyClientCapability,
  messageWire,
  scriptedAgent,
  type ScriptedAgent,
  scriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "@tenon/testkit/acp";
import { type HttpServer, type ServerScript, startHttpServer } from "@tenon/testkit/mcp";

import type { DoorMemory } from "../../src/agents/door-memory.ts";
import { type Doors, openDoors } from "../../src/doors/doors.ts";
import { recordEvents } from "../../src/session/record-events.ts";
import { toolsInterceptor } from "../../src/session/tools-interceptor.ts";
import type { ToolsOptions } from "../../src/session/tools-options.ts";
import { frameOf } from "../../src/wire/frame.ts";
import type { RecordFrame } from "../../src/wire/lanes.ts";
import { createWire } from "../../src/wire/wire.ts";

export interface Wrapped extends AsyncDisposable {
  readonly client: ScriptedClient;
  readonly agent: ScriptedAgent;
  readonly doors: Doors;
  readonly warnings: readonly string[];
  readonly secrets: readonly string[];
  /** The params of the agent's messages of this method, as it got them. */
  givenToAgent(method: string): readonly Record<string, unknown>[];
  /** The same for what the client got. */
  givenToClient(method: string): readonly Record<string, unknown>[];
}

export interface WrappedOptions extends Pick<ScriptedClientOptions, "capabilities"> {
  readonly script?: AgentScript;
  readonly answers?: ClientAnswers;
  /** The user's rules. */
  readonly rules?: Layer["rules"];
  readonly grants?: GrantStore;
  readonly openHub?: OpenSessionHub;
  readonly environment?: ToolsOptions["environment"];
  readonly preset?: string;
  readonly activeSessions?: number;
  readonly launched?: ToolsOptions["launched"];
  readonly waitsForServers?: boolean;
  readonly doorMemory?: DoorMemory;
  readonly clientTools?: string;
  /** Fails for a message that cannot be recorded. Absent: nothing is recorded. */
  readonly record?: (text: string) => Promise<void>;
  /** Records everything, as session `journal-1`. */
  readonly journal?: Journal;
  readonly openEvents?: ToolsOptions["openEvents"];
}

export async function openWrapped(options: WrappedOptions = {}): Promise<Wrapped> {
  const recording = options.journal && recordIn(options.journal);
  const openEvents = options.openEvents ?? recording?.openEvents;
  const doors = await openDoors();
  const scratchFolder = join(tmpdir(), `tenon-scratch-${randomUUID()}`);
  const warnings: string[] = [];
  const secrets: string[] = [];
  const services = {
    openHub: options.openHub ?? hubWith(options.rules ?? []),
    grants: options.grants ?? memoryGrantStore(),
  };
  const front = linkedPair<AnyMessage>();
  const back = linkedPair<AnyMessage>();
  const toClient = front.right.writable.getWriter();
  const toAgent = back.left.writable.getWriter();
  const wire = createWire({
    intercept: toolsInterceptor({
      version: "0.0.0",
      doors: async () => doors,
      services: async () => services,
      preset: options.preset,
      launched: options.launched,
      ...(options.doorMemory && { doorMemory: options.doorMemory }),
      ...(options.waitsForServers && { waitsForServers: true }),
      clientTools: options.clientTools,
      scratchFolder,
      environment: options.environment ?? {},
      ...(options.activeSessions !== undefined && { activeSessions: options.activeSessions }),
      onWarning: (warning) => warnings.push(warning),
      onSecrets: (values) => secrets.push(...values),
      ...(openEvents && { openEvents }),
    }),
    record: options.record ? failing(options.record) : recording?.record,
    toClient: (frame) => toClient.write(JSON.parse(frame.text)).catch(() => {}),
    toAgent: (frame) => toAgent.write(JSON.parse(frame.text)).catch(() => {}),
    onWarning: (warning) => warnings.push(warning),
  });
  const pumps = [pump(front.right.readable, wire.fromClient), pump(back.left.readable, wire.fromAgent)];
  const agent = scriptedAgent(messageWire(back.right), options.script ?? {});
  const client = scriptedClient(messageWire(front.left), {
    capabilities: options.capabilities ?? everyClientCapability,
    ...(options.answers && { answers: options.answers }),
  });
  return {
    client,
    agent,
    doors,
    warnings,
    secrets,
    givenToAgent: (method) => paramsOf(agent.transcript.messages("client"), method),
    givenToClient: (method) => paramsOf(client.transcript.messages("agent"), method),
    async [Symbol.asyncDispose]() {
      await wire.close();
      await recording?.close();
      await agent[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      front.cut();
      back.cut();
      await Promise.allSettled(pumps);
      await doors.close();
      await rm(scratchFolder, { recursive: true, force: true });
    },
  };
}

/** A server in this process, as an entry of `mcpServers`. */
export async function givenServer(
  name: string,
  script: ServerScript,
): Promise<AsyncDisposable & { readonly entry: McpServer; readonly server: HttpServer }> {
  const server = await startHttpServer(script);
  return {
    server,
    entry: { type: "http", name, url: server.url, headers: [] },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function failing(record: (text: string) => Promise<void>): RecordFrame {
  return async ({ text }) => {
    await record(text);
    return undefined;
  };
}

function recordIn(journal: Journal) {
  let count = 0;
  const newId = () => `journal-${(count += 1)}`;
  const recorder = createRecorder(journal, { agent: "test", cwd: "/", newId });
  const events = recordEvents(recorder);
  const record: RecordFrame = async (frame) => {
    const seq = await recorder.record(frame);
    events.recorded();
    return seq;
  };
  return { record, openEvents: events.open, close: () => recorder.close() };
}

function hubWith(rules: Layer["rules"]): OpenSessionHub {
  return (options) => Object.assign(openHub(options), { rules: [{ name: "user", rules }] });
}

async function pump(
  readable: ReadableStream<AnyMessage>,
  pass: (frame: ReturnType<typeof frameOf>) => Promise<void> | undefined,
): Promise<void> {
  for await (const message of readable) await pass(frameOf(message));
}

function paramsOf(messages: readonly AnyMessage[], method: string): readonly Record<string, unknown>[] {
  return messages.flatMap((message) =>
    "method" in message && message.method === method && "params" in message ? [{ ...Object(message.params) }] : [],
  );
}
