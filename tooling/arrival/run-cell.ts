/**
 * One cell: a fresh agent, a fresh server and a fresh model, in real processes, and nothing left of them afterwards.
 */

import { errorMessage } from "@tenon/basis";
import { setTimeout as sleep } from "node:timers/promises";

import type { McpServer } from "@agentclientprotocol/sdk";
import {
  AgentError,
  type AgentProgram,
  type AgentSession,
  type ClientServices,
  connectAgent,
  type ConnectedAgent,
} from "@tenon/client";
import { startHttpServer, startSseServer, stdioServer, type HttpServer, type StdioServer } from "@tenon/testkit/mcp";
import { startModelServer } from "@tenon/testkit/model";

import { openAgentHome } from "../real-agents/agent-home.ts";
import type { RealAgent } from "../real-agents/real-agent.ts";
import { createRecording, machineNames } from "../real-agents/recording.ts";
import type { LentTool } from "./lent-tool.ts";
import { levelOf } from "./levels.ts";
import type { CellStage, Finding, MatrixCase, Transport } from "./matrix-case.ts";
import { toolStory } from "./tool-story.ts";
import { untilCount, within } from "./waiting.ts";

const LIMIT_MS = 120_000;

export interface CellOptions {
  readonly agent: RealAgent;
  readonly case: MatrixCase;
  /** What is started: the agent's own program, or one that wraps it. */
  readonly command: string;
  readonly args: readonly string[];
  /** The folder of the agent's programs. */
  readonly programs?: string;
  /** Where the row leaves it open. */
  readonly transport: Transport;
  /** Gets the messages between client and agent as JSON Lines. Nothing in them names this machine, nor the folder of agents. */
  readonly kept?: { readonly folder: string; keep(lines: string): Promise<void> } | undefined;
}

export async function runCell(options: CellOptions): Promise<Finding> {
  const { agent, case: row } = options;
  const [tool] = row.tools;
  if (!tool) throw new Error(`The row ${row.name} has no tool.`);
  const { otherTools = [] } = row;
  const story = toolStory([...row.tools, ...otherTools]);
  const transport = row.transport ?? options.transport;
  await using model = await startModelServer({ script: story.script });
  await using server = await startServer(row, transport);
  await using otherServer = otherTools.length > 0 ? await startServer({ ...row, tools: otherTools }, transport) : null;
  await using home = await openAgentHome(agent, model, options);
  const { cwd, env } = home;
  const stop = new AbortController();
  const recording = createRecording();
  try {
    const playing = play({ command: options.command, args: options.args, cwd, env });
    return await Promise.race([playing, outOfTime(row.limitMs ?? LIMIT_MS)]);
  } catch (error) {
    return { isArrived: false, level: await level(tool), detail: describe(error) };
  } finally {
    stop.abort();
    await home.endProcesses();
    await keepRecording();
  }

  async function play(program: AgentProgram): Promise<Finding> {
    const shown: string[] = [];
    let elicited = 0;
    await using connected = await connectAgent(program, {
      clientInfo: { name: "tenon-arrival", version: "1.0.0" },
      services: services(() => (elicited += 1)),
      record({ from, text }) {
        recording.record({ from, text });
        if (from === "agent") shown.push(text);
      },
      signal: stop.signal,
    });
    const started = performance.now();
    void row.meanwhile?.(server);
    const opening = [open(connected, server), otherServer ? open(connected, otherServer) : undefined] as const;
    const session = await opening[0];
    const openedMs = Math.round(performance.now() - started);
    const [refused] = session.refusedServers;
    if (refused) return { isArrived: false, level: "refused", detail: refused.reason };
    const second = await opening[1];
    const other = second && otherServer ? stageOf(second, otherServer) : undefined;
    const stage: CellStage = {
      ...stageOf(session, server),
      session,
      model,
      openedMs,
      shown,
      elicited: () => elicited,
      ...(other && { other }),
    };
    return await row.play(stage);
  }

  async function open(connected: ConnectedAgent, lent: StdioServer | HttpServer): Promise<AgentSession> {
    const session = await connected.newSession({ cwd, mcpServers: [declarationOf(lent)] });
    // In its own mode codex asks a model for permission, and the stand-in model has no opinion.
    if (agent.mode !== undefined) await session.setMode(agent.mode);
    return session;
  }

  function stageOf(session: AgentSession, lent: StdioServer | HttpServer) {
    const prompt = async (tool: LentTool) => (await session.prompt(story.promptFor(tool))).stopReason;
    const level = (tool: LentTool) => levelOf(tool, { server: lent, model, story });
    return {
      server: lent,
      prompt,
      level,
      async call(tool: LentTool) {
        const stopReason = await prompt(tool);
        if (["called", "returned"].includes(await level(tool))) return stopReason;
        await within(5_000, untilCount(lent, "tools/list", 1));
        return await prompt(tool);
      },
    };
  }

  async function keepRecording(): Promise<void> {
    if (!options.kept) return;
    const { folder, keep } = options.kept;
    const port = "args" in server ? server.args.at(-1) : undefined;
    await keep(recording.toJsonLines(machineNames({ root: home.root, folder, modelUrl: model.url, port })));
  }

  function level(tool: LentTool) {
    return levelOf(tool, { server, model, story });
  }

  async function outOfTime(limitMs: number): Promise<never> {
    await sleep(limitMs, undefined, { signal: stop.signal });
    throw new Error(`no end within ${limitMs / 1000} s`);
  }
}

/** Allows everything once, and fills in every form. */
function services(onElicitation: () => void): ClientServices {
  return {
    permissions: async ({ options }) => {
      const option = options.find(({ kind }) => kind === "allow_once") ?? options[0];
      return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
    },
    elicitation: {
      form: async () => {
        onElicitation();
        return { action: "accept", content: { name: "Ada" } };
      },
    },
  };
}

function startServer(row: MatrixCase, transport: Transport): Promise<StdioServer | HttpServer> {
  const script = {
    revision: "2025-11-25",
    http: { keepsConnections: true },
    tools: row.tools.map(({ script }) => script),
    ...row.script,
  } as const;
  if (transport === "stdio") return stdioServer(script);
  return transport === "http" ? startHttpServer(script) : startSseServer(script);
}

function declarationOf(server: StdioServer | HttpServer): McpServer {
  if ("url" in server)
    return { type: server.url.endsWith("/sse") ? "sse" : "http", name: "alpha", url: server.url, headers: [] };
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name: "alpha", command: server.command, args: [...server.args], env };
}

/** Without the paths of this machine, which are in the messages of programs that fail. */
function describe(error: unknown): string {
  if (error instanceof AgentError) return `the agent failed (${error.code})`;
  return errorMessage(error);
}
