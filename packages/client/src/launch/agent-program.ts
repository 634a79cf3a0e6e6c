/**
 * The program that an agent is, and how it is started.
 */

import { type Child, ChildError, type ChildOptions, startChild } from "@tenon/process";

import { AgentError } from "../agent-error.ts";
import { startPerSession } from "./child-per-session.ts";

export interface AgentProgram {
  /** An absolute path, a path with a slash (seen from `cwd`), or a name to look up on the PATH of `env`. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing comes from ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A process of it can run one session: each further one gets its own. */
  readonly runsOneSession?: true;
}

/** It and everything it starts live no longer than the child's handle, and no longer than this process. */
export async function startAgent(program: AgentProgram, options: ChildOptions): Promise<Child> {
  const { runsOneSession, ...command } = program;
  try {
    if (runsOneSession) return await startPerSession(() => startChild(command, options));
    return await startChild(command, options);
  } catch (error) {
    if (!(error instanceof ChildError)) throw error;
    const isMissing = error.code === "not_found" || error.code === "not_executable";
    const code = isMissing ? "agent_not_found" : "agent_not_started";
    throw new AgentError(code, error.message, { command: program.command }, { cause: error });
  }
}
