/**
 * Why a cell is red, where the agent's own code is the reason. A wrapped cell that is red without an explanation, or green
 * with one, fails the run.
 */

import type { KeptResults, Way } from "./kept-results.ts";

interface Explanation {
  readonly way: Way;
  readonly rows: readonly string[];
  readonly agents: readonly string[];
  readonly why: string;
}

const explanations: readonly Explanation[] = [
  {
    way: "bare",
    rows: [
      "stdio-2025",
      "stdio-2026",
      "http-2025",
      "http-2026",
      "sse",
      "late",
      "changed",
      "odd-names",
      "image",
      "12-mb",
      "150-s",
      "progress",
      "elicitation",
      "crash",
      "cancel",
      "two-sessions",
    ],
    agents: ["pi"],
    why: "it ignores the servers of a client",
  },
  {
    way: "bare",
    rows: ["http-2025", "http-2026", "sse"],
    agents: ["droid"],
    why: "it does not declare the transport, so a client must not send the server",
  },
  {
    way: "bare",
    rows: ["stdio-2026", "http-2026"],
    agents: ["codex", "codex-zed", "droid", "gemini", "kilo", "kimi", "opencode", "qwen"],
    why: "it does not speak MCP 2026-07-28",
  },
  {
    way: "bare",
    rows: ["stdio-2025", "stdio-2026"],
    agents: ["copilot"],
    why: "it starts no stdio servers of a client",
  },
  { way: "bare", rows: ["changed"], agents: ["codex", "codex-zed", "kimi", "qwen"], why: "it does not list again" },
  { way: "bare", rows: ["12-mb"], agents: ["gemini"], why: "it sends no further request to the model" },
  { way: "bare", rows: ["12-mb"], agents: ["qwen"], why: "its connection fails on a message of 12 MB" },
  {
    way: "bare",
    rows: ["sse"],
    agents: ["codex", "codex-zed", "goose"],
    why: "it does not declare the transport, so a client must not send the server",
  },
  { way: "bare", rows: ["150-s"], agents: ["kilo", "kimi", "opencode"], why: "it gives a call up after 60 s" },
  { way: "bare", rows: ["150-s"], agents: ["codex-zed"], why: "it gives a call up after 120 s" },
  { way: "bare", rows: ["elicitation"], agents: ["codex-zed"], why: "it declares elicitation and never answers" },
  {
    way: "bare",
    rows: ["elicitation"],
    agents: ["copilot", "droid", "gemini", "kilo", "kimi", "opencode", "qwen"],
    why: "it does not ask the client",
  },
  {
    way: "bare",
    rows: ["crash"],
    agents: ["codex", "codex-zed", "droid", "gemini", "goose", "kilo", "opencode", "qwen"],
    why: "it does not start the server again",
  },
  {
    way: "bare",
    rows: ["two-sessions"],
    agents: ["kilo", "opencode"],
    why: "it has one server of a name for all its sessions",
  },
  {
    way: "bare",
    rows: ["two-sessions"],
    agents: ["droid"],
    why: "with two sessions, both get the updates of either, and it cancels their calls without asking",
  },
];

export function explanationOf(way: Way, agent: string, row: string): string | undefined {
  return explanations.find((one) => one.way === way && one.rows.includes(row) && one.agents.includes(agent))?.why;
}

/** The wrapped cells that are red without an explanation, and those that have one although they are green. */
export function unexplained(results: readonly KeptResults[]): readonly string[] {
  return results.flatMap(({ agent, wrapped }) => {
    return Object.entries(wrapped)
      .filter(([row, { isArrived }]) => isArrived === (explanationOf("wrapped", agent, row) !== undefined))
      .map(([row, { isArrived }]) => {
        return `${agent} ${row}: ${isArrived ? "arrived, but has an explanation" : "has no explanation"}`;
      });
  });
}
