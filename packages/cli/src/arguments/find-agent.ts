/**
 * The program of the agent that was asked for, and what to call it.
 */

import { AgentError, OWN_AGENT, resolveAgent, type ResolvedAgent } from "@tenon/client";

import { UsageError } from "../process/usage-error.ts";
import { agentName } from "./agent-name.ts";
import { ownAgent } from "./own-agent.ts";

export interface RunAgent extends ResolvedAgent {
  /** Its name in the journal. */
  readonly name: string;
}

/** An unknown name is a usage error; a known agent that is not installed is not. */
export async function findAgent(given: string, cwd: string, options: { readonly journal: boolean }): Promise<RunAgent> {
  const typed = asOwn(given);
  try {
    const resolved = await resolveAgent(typed, { env: process.env, cwd, own: ownAgent(options) });
    return { ...resolved, name: agentName(typed) };
  } catch (error) {
    const isSlip = error instanceof AgentError && error.code === "agent_not_found" && error.details.command === typed;
    throw isSlip ? new UsageError(`--agent: ${error.message}`, { cause: error }) : error;
  }
}

/** Started as a command it would record its sessions and open its servers itself, and so would we. */
function asOwn(typed: string): string {
  return typed.trim() === `${OWN_AGENT} agent` ? OWN_AGENT : typed;
}
