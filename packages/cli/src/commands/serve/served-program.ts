/**
 * The program of another agent that the gateway starts, without its own tools where it is lent ours.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { AgentProgram } from "@tenon/client";
import type { OtherAgent } from "@tenon/gateway";

import { userDataFolder } from "../../user/data-folder.ts";
import { lendingProgram } from "../../user/lending-program.ts";

export interface ProgramOptions {
  readonly cwd: string;
  readonly isAtClient: boolean;
  readonly preset: string | undefined;
  readonly clientTools: string | undefined;
}

/** What works on files of a client's machine is started where there are none of ours. */
export async function servedProgram(agent: OtherAgent, options: ProgramOptions): Promise<AgentProgram> {
  const { isAtClient, preset, clientTools } = options;
  const cwd = isAtClient ? await emptyFolder() : options.cwd;
  const program = await agent.program({ cwd, isAtClient });
  if (isAtClient) return await lendingProgram(program, preset, "all");
  return clientTools === undefined ? program : await lendingProgram(program, preset, "replaced");
}

async function emptyFolder(): Promise<string> {
  const folder = join(userDataFolder(), "scratch", "start");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
