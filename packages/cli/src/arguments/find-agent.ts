/**
 * The program of the agent that was asked for, and what to call it.
 */

import { AgentError, OWN_AGENT, presetNamed, resolveAgent, type ResolvedAgent } from "@tenon/client";
import { createRedactor } from "@tenon/policy";

import { UsageError } from "../process/usage-error.ts";

export interface RunAgent extends ResolvedAgent {
  /** Its name in the journal: the same for all of its aliases, and without the secrets of a command line. */
  readonly name: string;
}

export interface FindAgentOptions {
  readonly journal: boolean;
  /** Of the message about an unknown name: the flag that named it. */
  readonly prefix?: string;
}

/**
 * By its name or command line, or by a command with its arguments. An unknown name is a usage error; a known agent that is
 * not installed is not.
 */
export async function findAgent(
  typed: string | readonly [string, ...string[]],
  cwd: string,
  { journal, prefix = "--agent: " }: FindAgentOptions,
): Promise<RunAgent> {
  const words = journal ? ["agent"] : ["agent", "--no-journal"];
  const own = { command: process.execPath, args: [process.argv[1] ?? "", ...words] };
  try {
    const resolved = await resolveAgent(typed, { env: process.env, cwd, own });
    return { ...resolved, name: typeof typed === "string" ? nameOf(typed) : createRedactor().redact(typed.join(" ")) };
  } catch (error) {
    const isSlip = error instanceof AgentError && error.code === "agent_not_found" && error.details.command === typed;
    throw isSlip ? new UsageError(`${prefix}${error.message}`, { cause: error }) : error;
  }
}

function nameOf(typed: string): string {
  return typed === OWN_AGENT ? OWN_AGENT : (presetNamed(typed.trim())?.name ?? createRedactor().redact(typed));
}
