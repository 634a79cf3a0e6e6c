/**
 * Prompts on their way into their sessions, one after another in each.
 *
 * The law: a prompt is shown here until it is seen in its session, and no prompt is ever sent twice by itself: when the
 * connection goes while one is under way, its session's feed tells whether it arrived.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { createStore, type StoreApi } from "zustand/vanilla";

import { messageOf, WireError } from "../wire/wire-error.ts";
import { withEntry } from "../wire/with-entry.ts";

export interface QueuedPrompt {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  /** `unsure`: sent, but the connection went; the feed will tell. */
  readonly phase: "queued" | "sending" | "unsure" | "failed";
  readonly error?: string;
}

export interface PromptQueue {
  readonly store: StoreApi<QueueState>;
  add(sessionId: string, content: readonly ContentBlock[]): void;
  /** Takes it back, unless it is under way. */
  remove(sessionId: string, promptId: string): QueuedPrompt | undefined;
  retry(sessionId: string, promptId: string): void;
  /** It stands in its session. */
  seen(sessionId: string, promptId: string): void;
  /** All that ever arrived has been seen: what has not been, has not arrived. */
  settle(sessionId: string): void;
  /** Sends what can be sent now. */
  pump(sessionId?: string): void;
}

export interface QueueState {
  readonly bySession: Readonly<Record<string, readonly QueuedPrompt[]>>;
}

export interface PromptQueueOptions {
  /** Whether the session would take a prompt now. */
  readonly canSend: (sessionId: string) => boolean;
  /** Resolves when the turn has ended. */
  readonly send: (sessionId: string, prompt: QueuedPrompt) => Promise<unknown>;
  readonly newId?: () => string;
}

export function createPromptQueue({ canSend, send, newId = randomId }: PromptQueueOptions): PromptQueue {
  const store = createStore<QueueState>(() => ({ bySession: {} }));
  const turns = new Set<string>();

  return {
    store,
    add(sessionId, content) {
      update(sessionId, (queue) => [...queue, { id: newId(), content, phase: "queued" }]);
      pump(sessionId);
    },
    remove(sessionId, promptId) {
      const prompt = find(sessionId, promptId);
      if (!prompt || prompt.phase === "sending") return undefined;
      drop(sessionId, promptId);
      pump(sessionId);
      return prompt;
    },
    retry(sessionId, promptId) {
      patch(sessionId, promptId, { phase: "queued" });
      pump(sessionId);
    },
    seen: drop,
    settle(sessionId) {
      for (const { id, phase } of queueOf(sessionId)) {
        if (phase === "unsure") patch(sessionId, id, { phase: "failed", error: "It did not reach the session." });
      }
      pump(sessionId);
    },
    pump(sessionId) {
      for (const id of sessionId === undefined ? Object.keys(store.getState().bySession) : [sessionId]) pump(id);
    },
  };

  function pump(sessionId: string): void {
    const [head] = queueOf(sessionId);
    if (head?.phase !== "queued" || turns.has(sessionId) || !canSend(sessionId)) return;
    patch(sessionId, head.id, { phase: "sending" });
    turns.add(sessionId);
    send(sessionId, head)
      .then(
        () => drop(sessionId, head.id),
        // If it is gone, it was seen in its session, and what went wrong then stands there too.
        (error: unknown) => patch(sessionId, head.id, afterFailure(error)),
      )
      .finally(() => {
        turns.delete(sessionId);
        pump(sessionId);
      });
  }

  function queueOf(sessionId: string): readonly QueuedPrompt[] {
    return store.getState().bySession[sessionId] ?? [];
  }

  function find(sessionId: string, promptId: string): QueuedPrompt | undefined {
    return queueOf(sessionId).find(({ id }) => id === promptId);
  }

  function drop(sessionId: string, promptId: string): void {
    if (find(sessionId, promptId)) update(sessionId, (queue) => queue.filter(({ id }) => id !== promptId));
  }

  function patch(sessionId: string, promptId: string, change: Pick<QueuedPrompt, "phase" | "error">): void {
    if (!find(sessionId, promptId)) return;
    update(sessionId, (queue) =>
      queue.map(({ id, content, ...rest }) =>
        id === promptId ? { id, content, ...change } : { id, content, ...rest },
      ),
    );
  }

  function update(sessionId: string, change: (queue: readonly QueuedPrompt[]) => readonly QueuedPrompt[]): void {
    const queue = change(queueOf(sessionId));
    store.setState(({ bySession }) => ({
      bySession: withEntry(bySession, sessionId, queue.length > 0 ? queue : undefined),
    }));
  }
}

function afterFailure(error: unknown): Pick<QueuedPrompt, "phase" | "error"> {
  const isLost = error instanceof WireError && error.code === "connection_lost";
  return isLost ? { phase: "unsure" } : { phase: "failed", error: messageOf(error) };
}

function randomId(): string {
  // Not randomUUID: a page that is served over plain HTTP to another machine does not have it.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}
