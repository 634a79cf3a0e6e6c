/**
 * Shows one client's prompts to the others.
 *
 * The law: in the order of the journal. A prompt is recorded when it leaves us, and may then stand behind messages of the
 * agent's that are still on their way to us; it waits for those.
 */

import type { AnyNotification } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

import { promptAsUpdates } from "./recorded-messages.ts";
import type { SeenRecord } from "../../record/tapped-journal.ts";

export interface PromptEcho {
  /** Every record of the session, when it is written. */
  see(record: SeenRecord): void;
  /** The agent's messages up to this sequence number have come. */
  reach(seq: number): void;
}

export interface PromptEchoOptions {
  readonly sessionId: string;
  /** Some of the agent's messages are recorded and have not come yet. */
  isBehind(): boolean;
  show(prompt: SeenPrompt): void;
}

export interface SeenPrompt {
  readonly seq: number;
  readonly size: number;
  /** By which the agent knows it. */
  readonly requestId: unknown;
  readonly updates: readonly AnyNotification[];
}

export function createPromptEcho({ sessionId, isBehind, show }: PromptEchoOptions): PromptEcho {
  const waiting: SeenPrompt[] = [];
  return {
    see({ seq, from, kind, text, message }) {
      if (from !== "client" || kind !== "session/prompt") return;
      const { id: requestId, params } = objectOf(message);
      const updates = promptAsUpdates(sessionId, seq, objectOf(params));
      waiting.push({ seq, size: text.length, requestId, updates });
      if (!isBehind()) reach(seq);
    },
    reach,
  };

  function reach(seq: number) {
    for (let next = waiting[0]; next && next.seq <= seq; next = waiting[0]) {
      waiting.shift();
      show(next);
    }
  }
}
