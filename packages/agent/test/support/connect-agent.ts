/**
 * The agent and a scripted client, connected. Every line of the agent's is held against the protocol's schema at the end.
 */

import type { AnyMessage, ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";
import { type AgentOptions, type AgentServices, type Model, type ProgramParts, serveAgent } from "@tenon/agent";
import { countingIds, linkedPair } from "@tenon/testkit";
import { allow, calls, type ClientAnswers, loadSchemaCheck, messageWire, scriptedClient } from "@tenon/testkit/acp";
import type { StdioServer } from "@tenon/testkit/mcp";
import { expect } from "vitest";

import { onlyModel } from "./only-model.ts";
import { patientHub } from "./patient-hub.ts";
import { scriptedModel } from "./scripted-model.ts";

const stableViolations = loadSchemaCheck();

export async function connectAgent(
  options: {
    readonly model?: Model;
    /** Instead of one model. */
    readonly models?: AgentOptions["models"];
    readonly capabilities?: ClientCapabilities;
    readonly answers?: ClientAnswers;
    readonly services?: AgentServices;
    readonly onWarning?: (warning: string) => void;
    readonly unstable?: boolean;
    readonly program?: ProgramParts;
  } = {},
) {
  const { model = scriptedModel([]), capabilities = {}, services, unstable = false } = options;
  const schemaViolations = unstable ? loadSchemaCheck({ unstable }) : stableViolations;
  const pair = linkedPair<AnyMessage>();
  const agent = serveAgent(pair.left, {
    models: options.models ?? onlyModel(model),
    version: "0.0.0",
    unstable,
    ...options.program,
    newId: countingIds(),
    services: async () => ({ openHub: patientHub, ...services }),
    ...(options.onWarning && { onWarning: options.onWarning }),
  });
  const client = scriptedClient(messageWire(pair.right), {
    capabilities,
    answers: { "session/request_permission": allow, ...options.answers },
  });
  const initialized = await client.initialize();
  return {
    ...client,
    initialized,
    /** A session with these servers, by name. */
    async open(servers: Readonly<Record<string, StdioServer>> = {}, cwd = "/"): Promise<string> {
      const mcpServers = Object.entries(servers).map(([name, server]) => stdio(name, server));
      return (await client.newSession({ cwd, mcpServers })).sessionId;
    },
    /** The first update of any session that fits, past or to come. */
    async until(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate> {
      const { text } = await client.transcript.when(
        (entry) => calls("session/update")(entry) && fits(JSON.parse(entry.text).params.update),
      );
      return JSON.parse(text).params.update;
    },
    /** The commands that were told last. */
    commands(sessionId: string): readonly string[] {
      const told = client.updates(sessionId).findLast((each) => each.sessionUpdate === "available_commands_update");
      return told?.availableCommands.map(({ name }) => name) ?? [];
    },
    async [Symbol.asyncDispose]() {
      await client.drop();
      await agent.closed;
      expect(schemaViolations(client.transcript.entries).filter(({ from }) => from === "agent")).toEqual([]);
    },
  };
}

export function stdio(name: string, server: StdioServer) {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name, command: server.command, args: [...server.args], env };
}
