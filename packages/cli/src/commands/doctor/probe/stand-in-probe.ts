/**
 * Starts one agent on a stand-in model, gives it MCP servers, and finds out how far each gets: to the agent, into a request
 * to its model, and back as a call. It has a home of its own and a key that opens nothing, so no token is spent.
 */

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";
import { type AgentPreset, type AgentProgram, answerAlways, modelSettings } from "@tenon/client";

import { t } from "../../../messages/t.ts";
import type { ProbeFacts, ProbedServer, Step } from "../facts.ts";
import { converse } from "./converse.ts";
import type { OfferedTool, ToolCall } from "./model/model-api.ts";
import { startStandInModel } from "./model/stand-in-model.ts";
import { homeIn, offlineProgram } from "./offline-program.ts";
import { openProbeDoors, type ProbeDoor, type ProbeDoors } from "./probe-doors.ts";
import { hasSearch, seenTools } from "./seen-tools.ts";

export interface ProbeOptions {
  readonly preset: AgentPreset;
  /** Its program, found on this machine. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Servers to send with the session, besides our own. */
  readonly servers: readonly LentServer[];
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Puts something before the agent's command line, such as `tenon wrap`. */
  readonly wrap?: (program: AgentProgram) => AgentProgram;
  readonly signal: AbortSignal;
}

export interface LentServer {
  /** All servers of the user that are this one. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly entry: McpServer;
  readonly tools: readonly string[];
}

// A slow server is in the second request of some agents, not in the first.
const MAX_PROMPTS = 3;

/** Rejects only if the signal aborts: an agent that fails is a fact. */
export async function probeOnStandIn(options: ProbeOptions): Promise<ProbeFacts> {
  const { preset, wrap, servers, clientInfo, signal } = options;
  const facts = { agent: preset.name, isWrapped: wrap !== undefined, proof: "stand-in model" } as const;
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-doctor-")));
  try {
    await using probe = await openProbeDoors({ cwd: root, clientInfo });
    const { doors } = probe;
    await using model = await startStandInModel(callOnce(probe));
    const settings = modelSettings(preset.name, { home: homeIn(root), url: model.url });
    if (!settings) return { ...facts, servers: [], failure: t("it cannot be pointed at another model") };
    const program = await offlineProgram({ ...options, root, settings });
    const failed = await converse(wrap ? wrap(program) : program, {
      clientInfo,
      // The stand-in calls our own tools and no others.
      permissions: answerAlways("allow"),
      mcpServers: [...doors, ...servers].map(({ entry }) => entry),
      mode: settings.askingMode,
      prompt: "Say one word.",
      prompts: MAX_PROMPTS,
      isDone: () => doors.every(({ reached }) => reached === "called"),
      signal,
    });
    const failure = failed ?? (model.requests.length === 0 ? t("it sent no request to a model") : undefined);
    const seen = (server: string, tools: readonly string[]): Step | undefined =>
      seenTools(server, tools, model.requests) ?? (wrap && hasSearch(model.requests) ? "offered" : undefined);
    return { ...facts, servers: reached(doors, servers, seen), ...defined({ failure }) };
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One call of each of our tools that the agent defines, whatever it calls them: what it refuses, it would refuse again. */
function callOnce({ doors, nonce }: ProbeDoors): (tools: readonly OfferedTool[]) => ToolCall | undefined {
  const left = new Set(doors);
  return (tools) => {
    for (const door of left) {
      const tool = tools.find(({ name }) => name.includes(door.tool));
      if (!tool) continue;
      left.delete(door);
      return { tool, args: { nonce } };
    }
    return undefined;
  };
}

function reached(
  doors: readonly ProbeDoor[],
  servers: readonly LentServer[],
  seen: (server: string, tools: readonly string[]) => Step | undefined,
): readonly ProbedServer[] {
  return [
    ...doors.map(({ transport, tool, reached: own }): ProbedServer => {
      return { transport, reached: own === "called" ? own : (seen("", [tool]) ?? own) };
    }),
    ...servers.flatMap(({ ids, name, tools }) => {
      const reached = seen(name, tools) ?? "declared";
      return ids.map((id): ProbedServer => ({ id, reached }));
    }),
  ];
}
