import { join } from "node:path";

import type { AgentProgram } from "@tenon/client";
import { type OwnToolsOff, withoutOwnTools } from "@tenon/proxy";

import { userDataFolder } from "./data-folder.ts";

/** The program of an agent that is lent the client's tools: without its own for files and commands, where that can be done. */
export async function lendingProgram(
  program: AgentProgram,
  preset: string | undefined,
  off: OwnToolsOff = "replaced",
): Promise<AgentProgram> {
  return await withoutOwnTools(program, { preset, off, folder: join(userDataFolder(), "agents") });
}
