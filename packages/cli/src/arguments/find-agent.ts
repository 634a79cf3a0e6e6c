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

/** An unknown name is a usage error; a known agent that is not installed is not. */
export async function findAgent(typed: string, cwd: string, options: { readonly journal: boolean }): Promise<RunAgent> {
  const words = options.journal ? ["agent"] : ["agent", "--no-journal"];
  const own = { command: process.execPath, args: [process.argv[1] ?? "", ...words] };
  try {
    const resolved = await resolveAgent(typed, { env: process.env, cwd, own });
    const name = typed === OWN_AGENT ? OWN_AGENT : (presetNamed(typed.trim())?.name ?? createRedactor().redact(typed));
    return { ...resolved, name };
  } catch (error) {
    const isSlip = error instanceof AgentError && error.code === "agent_not_found" && error.details.command === typed;
    throw isSlip ? new UsageError(`--agent: ${error.message}`, { cause: error }) : error;
  }
}
