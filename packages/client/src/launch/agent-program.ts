/**
 * The program that an agent is, and how it is started.
 */

import { type Child, ChildError, type ChildOptions, startChild } from "@tenon/process";

import { AgentError } from "../agent-error.ts";

export interface AgentProgram {
  /** An absolute path, a path with a slash (seen from `cwd`), or a name to look up on the PATH of `env`. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing comes from ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** It and everything it starts live no longer than the child's handle, and no longer than this process. */
export async function startAgent(program: AgentProgram, options: ChildOptions): Promise<Child> {
  try {
    return await startChild(program, options);
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    const isMissing = error.code === "not_found" || error.code === "not_executable";
    const code = isMissing ? "agent_not_found" : "agent_not_started";
    throw new AgentError(code, error.message, { command: program.command }, { cause: error });
  }
}
