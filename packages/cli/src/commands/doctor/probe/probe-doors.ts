/**
 * Two MCP servers of our own, one over each transport that agents take, each with one tool that nothing else has. They
 * show how far an agent has got with them.
 */

import { randomBytes } from "node:crypto";

import type { McpServer } from "@agentclientprotocol/sdk";
import { openHub } from "@tenon/hub";
import { createEndpoint, type Taker } from "@tenon/hub/endpoint";
import { openDoors } from "@tenon/proxy";

import type { Step } from "../facts.ts";

export interface ProbeDoor {
  readonly transport: "stdio" | "http";
  /** For the agent's `mcpServers`. */
  readonly entry: McpServer;
  /** The name of its one tool. */
  readonly tool: string;
  /** How far the agent has come, as the server has seen it. */
  readonly reached: Step;
}

export interface ProbeDoors extends AsyncDisposable {
  readonly doors: readonly ProbeDoor[];
  /** What the tool has to be called with. */
  readonly nonce: string;
}

const TAKER: Taker = {
  nameLength: 40,
  resultCharacters: 1_000,
  isKeptByProgress: false,
  drops: [],
  followsChanges: false,
};

export async function openProbeDoors(options: {
  readonly cwd: string;
  readonly clientInfo: { name: string; version: string };
}): Promise<ProbeDoors> {
  const nonce = randomBytes(6).toString("hex");
  const hub = openHub({ ...options, servers: [] });
  const ways = await openDoors();
  const opened = (["stdio", "http"] as const).map((transport) => {
    const tool = `probe_${transport}_${nonce.slice(0, 4)}`;
    const seen = new Set<Step>(["declared"]);
    const endpoint = createEndpoint({
      hub,
      serverInfo: options.clientInfo,
      taker: TAKER,
      functions: [probeTool(tool, nonce, () => seen.add("called"))],
      onEvent(event) {
        if (event.type === "connected") seen.add("started");
        if (event.type === "listed") seen.add("listed");
      },
    });
    const door = ways.open(transport, endpoint);
    return { transport, tool, seen, endpoint, entry: { ...door.entry, name: `doctor_${transport}` } };
  });
  return {
    nonce,
    doors: opened.map(({ transport, tool, entry, seen }) => ({
      transport,
      tool,
      entry,
      get reached() {
        return (["called", "listed", "started"] as const).find((step) => seen.has(step)) ?? "declared";
      },
    })),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ endpoint }) => endpoint.close()));
      await ways.close();
      await hub.close();
    },
  };
}

function probeTool(name: string, nonce: string, onCall: () => void) {
  return {
    name,
    description: "Proves that a tool arrives. Call it with the nonce that you were given.",
    inputSchema: { type: "object", properties: { nonce: { type: "string" } }, required: ["nonce"] },
    run(args: Readonly<Record<string, unknown>>) {
      if (args["nonce"] === nonce) onCall();
      return Promise.resolve("It arrived.");
    },
  };
}
