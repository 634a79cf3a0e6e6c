/**
 * The record of a fork that an agent makes. Another agent does not report the fork's past, so its record begins as a copy
 * of its parent's; ours makes the copy itself.
 */

import { errorMessage } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import type { Core } from "./core.ts";
import { forkTitle } from "../sessions/all-sessions.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";

export interface ForkRecord {
  /** The agent has made the fork, and knows it by this id; or it has not. Never rejects. */
  settle(agentSessionId: string | undefined): Promise<void>;
}

export interface ForkRecordOptions {
  readonly core: Core;
  readonly agent: HostedAgent;
  readonly parent: SessionRecord;
}

export async function openForkRecord({ core, agent, parent }: ForkRecordOptions): Promise<ForkRecord> {
  const { tap, onWarning } = core.services;
  const { journal } = tap;
  const copy = agent.isOwn ? undefined : await makeCopy();
  return {
    async settle(agentSessionId) {
      try {
        if (agentSessionId !== undefined) {
          const id = copy?.id ?? agentSessionId;
          await journal.describe(id, { agentSessionId, ...forkTitle(parent) });
        } else await copy?.remove();
      } catch (error) {
        onWarning(`A fork of ${parent.id}: ${errorMessage(error)}`);
      }
    },
  };

  async function makeCopy() {
    const { id } = await journal.fork(parent.id, { newId: core.newId() });
    const writer = await journal.open(id);
    const waiting = agent.forks.get(parent.agentSessionId ?? parent.id) ?? [];
    agent.forks.set(parent.agentSessionId ?? parent.id, waiting);
    waiting.push(writer);
    return {
      id,
      async remove() {
        const index = waiting.indexOf(writer);
        if (index >= 0) waiting.splice(index, 1);
        await writer.close();
        await journal.delete(id);
      },
    };
  }
}
