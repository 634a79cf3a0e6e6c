/**
 * The ways to lend a server: each transport, and each revision of MCP that can be spoken over it.
 */

import type { Revision } from "@tenon/testkit/mcp";

import { lentTool } from "../lent-tool.ts";
import type { CellStage, Finding, MatrixCase, Transport } from "../matrix-case.ts";

const echo = lentTool("echo", "arrival_echo");

export const transportCases: readonly MatrixCase[] = [
  over("stdio", "2025-11-25"),
  over("stdio", "2026-07-28"),
  over("http", "2025-11-25"),
  over("http", "2026-07-28"),
  over("sse", "2025-11-25"),
];

function over(transport: Transport, revision: Revision): MatrixCase {
  return {
    name: transport === "sse" ? "sse" : `${transport}-${revision.slice(0, 4)}`,
    title: `a server over ${transport} that speaks MCP ${revision} only`,
    transport,
    tools: [echo],
    script: { revision },
    play,
  };
}

async function play({ prompt, level }: CellStage): Promise<Finding> {
  // Some agents connect only when the first prompt is there, and do not wait for it.
  for (let prompts = 1; ; prompts += 1) {
    await prompt(echo);
    const reached = await level(echo);
    if (reached === "returned") {
      return { isArrived: true, level: reached, detail: prompts === 1 ? "" : `at prompt ${prompts}` };
    }
    if (prompts === 2) return { isArrived: false, level: reached, detail: "" };
  }
}
