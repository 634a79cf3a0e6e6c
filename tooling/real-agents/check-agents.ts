import { errorMessage } from "@tenon/basis";

import { realAgents } from "./agents.ts";
import type { RealAgent } from "./real-agent.ts";

/** Prints the lines of each agent; with none named, of all. One that begins with ✗ fails the program. */
export async function checkAgents(
  named: readonly string[],
  check: (agent: RealAgent) => Promise<readonly string[]>,
): Promise<void> {
  for (const agent of realAgents.filter(({ name }) => named.length === 0 || named.includes(name))) {
    const lines = await check(agent).catch((error: unknown) => [`✗ ${errorMessage(error)}`]);
    for (const line of lines) console.log(`${agent.name.padEnd(10)} ${line}`);
    if (lines.some((line) => line.startsWith("✗"))) process.exitCode = 1;
  }
}
