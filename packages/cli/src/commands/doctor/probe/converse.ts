/**
 * A session with an agent, with MCP servers as a client would send them, and a few prompts in it.
 */

import type { McpServer } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import { type AgentProgram, type ClientServices, connectAgent } from "@tenon/client";

import { t } from "../../../messages/t.ts";

export interface Conversation {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly permissions: NonNullable<ClientServices["permissions"]>;
  readonly mcpServers: readonly McpServer[];
  /** The mode of the session, where the agent's own does not do. */
  readonly mode?: string | undefined;
  readonly prompt: string;
  /** How often it is sent at most. */
  readonly prompts: number;
  /** Whether there is nothing left to find out. */
  readonly isDone: () => boolean;
  readonly signal: AbortSignal;
}

const START_MS = 60_000;
const TALK_MS = 120_000;

/** Resolves with why it failed, if it did. Rejects only if the signal aborts. */
export async function converse(program: AgentProgram, talk: Conversation): Promise<string | undefined> {
  const { clientInfo, permissions, mcpServers, mode, signal } = talk;
  const own = AbortSignal.any([signal, AbortSignal.timeout(TALK_MS)]);
  try {
    const services = { permissions };
    await using agent = await connectAgent(program, { clientInfo, services, signal: own, startWithinMs: START_MS });
    await using session = await agent.newSession({ cwd: program.cwd, mcpServers });
    // An agent that has no such mode any more may do without.
    if (mode !== undefined) await session.setMode(mode).catch(() => {});
    for (let count = 0; count < talk.prompts && !talk.isDone(); count += 1) {
      await session.prompt(talk.prompt, { signal: own });
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return own.aborted ? t("it did not answer within {seconds} s", { seconds: TALK_MS / 1000 }) : errorMessage(error);
  }
}
