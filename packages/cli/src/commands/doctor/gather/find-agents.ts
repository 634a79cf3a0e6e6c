import { delimiter, join } from "node:path";

import { listAgents } from "@tenon/client";

import type { Machine } from "../../../clients/locate-files.ts";
import type { AgentFacts } from "../facts.ts";

/** Which agents are here; those of the project's own packages count too. Nothing is started. */
export async function findAgents({ environment, cwd }: Machine): Promise<readonly AgentFacts[]> {
  const path = [environment["PATH"] ?? "", join(cwd, "node_modules", ".bin")].join(delimiter);
  return await listAgents({ env: { ...environment, PATH: path }, cwd });
}
