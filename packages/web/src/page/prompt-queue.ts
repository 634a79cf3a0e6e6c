/**
 * Prompts on their way into their sessions. They are sent at once, in order, and wait for their turn in the gateway, where
 * every page sees them; here they only wait for a connection.
 *
 * The law: a prompt is kept here until it appears in its session, and is never sent twice without being asked to: when the
 * connection is lost while one is in flight, the session's feed shows whether it arrived.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { defined, type JsonObject, objectOf, randomId } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import { phrase } from "../language/t.ts";
import { messageOf, WireError } from "../wire/wire-error.ts";
import { entryOf, withEntry } from "../wire/with-entry.ts";
import type { KeptPrompts } from "./kept-prompts.ts";

export interface QueuedPrompt {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  /**
   * `queued`: there is no connection. `unsure`: sent, but the connection was lost before an answer. `stopped`: cancelled
   * together with the turn before it.
   */
  readonly phase: "queued" | "sending" | "unsure" | "failed" | "stopped";
  /** Of the page, to be translated where it is drawn; or of the gateway or the agent. */
  readonly error?: string;
  /** It failed, and something was written after it: that does not wait for it. */
  readonly isPassed?: boolean;
}

export interface PromptQueue {
  readonly store: StoreApi<QueueState>;
  add(sessionId: string, content: readonly ContentBlock[]): void;
  /** Drops it, whatever its phase. */
  remove(sessionId: string, promptId: string): void;
  retry(sessionId: string, promptId: string): void;
  /** It has appeared in its session. */
  seen(sessionId: string, promptId: string): void;
  /** These wait in the session, so none of them was lost. */
  arrived(sessionId: string, waiting: readonly { readonly id: string }[]): void;
  /** The feed is caught up: a prompt that is still unsure did not arrive. */
  settle(sessionId: string): void;
  /** Sends what can be sent now. */
  pump(): void;
}

export interface QueueState {
  readonly bySession: Readonly<Record<string, readonly QueuedPrompt[]>>;
}

export interface PromptQueueOptions {
  /** Whether there is a connection and the session is known. */
  readonly canSend: (sessionId: string) => boolean;
  /** Called in sending order. Resolves with the answer when the turn has ended. */
  readonly send: (sessionId: string, prompt: QueuedPrompt) => Promise<JsonObject>;
  readonly newId?: () => string;
  /** Keeps prompts over a reload. */
  readonly kept?: KeptPrompts;
}

export function createPromptQueue({ canSend, send, newId = randomId, kept }: PromptQueueOptions): PromptQueue {
  const queues = createQueues(kept);
  const { find, drop, patch } = queues;

  return {
    store: queues.store,
    add(sessionId, content) {
      for (const { id, phase, error } of queues.of(sessionId)) {
        if (phase === "failed") patch(sessionId, id, { phase, ...defined({ error }), isPassed: true });
      }
      queues.push(sessionId, { id: newId(), content, phase: "queued" });
      pump(sessionId);
    },
    remove(sessionId, promptId) {
      drop(sessionId, promptId);
      pump(sessionId);
    },
    retry(sessionId, promptId) {
      patch(sessionId, promptId, { phase: "queued" });
      pump(sessionId);
    },
    seen: drop,
    arrived(sessionId, waiting) {
      for (const { id } of waiting) if (find(sessionId, id)?.phase !== "sending") drop(sessionId, id);
    },
    settle(sessionId) {
      for (const { id, phase } of queues.of(sessionId)) if (phase === "unsure") patch(sessionId, id, NOT_RECEIVED);
      pump(sessionId);
    },
    pump() {
      for (const sessionId of Object.keys(queues.store.getState().bySession)) pump(sessionId);
    },
  };

  function pump(sessionId: string): void {
    for (const prompt of queues.of(sessionId)) {
      // No prompt overtakes one whose fate is unknown, nor one that failed while it waited.
      if (prompt.phase === "unsure" || (prompt.phase === "failed" && prompt.isPassed !== true)) return;
      if (prompt.phase === "queued" && canSend(sessionId)) start(sessionId, prompt);
    }
  }

  function start(sessionId: string, prompt: QueuedPrompt): void {
    const { id } = prompt;
    patch(sessionId, id, { phase: "sending" });
    send(sessionId, prompt)
      .then(
        (answer) => (hasRun(answer) ? drop(sessionId, id) : patch(sessionId, id, STOPPED)),
        // If it is gone, it appeared in its session, which shows the error too.
        (error: unknown) => patch(sessionId, id, afterFailure(error)),
      )
      .finally(() => pump(sessionId));
  }
}

type PromptChange = Pick<QueuedPrompt, "phase" | "error" | "isPassed">;

/** The prompts of each session in order, also after a reload. Changing one that is gone does nothing. */
function createQueues(kept: KeptPrompts | undefined) {
  const store = createStore<QueueState>(() => ({ bySession: kept?.load() ?? {} }));
  store.subscribe(({ bySession }) => kept?.keep(bySession));
  const of = (sessionId: string) => entryOf(store.getState().bySession, sessionId) ?? [];
  const find = (sessionId: string, promptId: string) => of(sessionId).find(({ id }) => id === promptId);
  const set = (sessionId: string, queue: readonly QueuedPrompt[]) =>
    store.setState(({ bySession }) => ({
      bySession: withEntry(bySession, sessionId, queue.length > 0 ? queue : undefined),
    }));
  return {
    store,
    of,
    find,
    push: (sessionId: string, prompt: QueuedPrompt) => set(sessionId, [...of(sessionId), prompt]),
    drop(sessionId: string, promptId: string): void {
      if (find(sessionId, promptId))
        set(
          sessionId,
          of(sessionId).filter(({ id }) => id !== promptId),
        );
    },
    patch(sessionId: string, promptId: string, change: PromptChange): void {
      if (!find(sessionId, promptId)) return;
      const patched = ({ id, content }: QueuedPrompt) => ({ id, content, ...change });
      set(
        sessionId,
        of(sessionId).map((prompt) => (prompt.id === promptId ? patched(prompt) : prompt)),
      );
    },
  };
}

const NOT_RECEIVED = { phase: "failed", error: phrase("The session did not receive it.") } as const;
const STOPPED = { phase: "stopped", error: phrase("Cancelled before it started.") } as const;

function hasRun(answer: JsonObject): boolean {
  return objectOf(objectOf(answer["_meta"])["tenon"])["hasRun"] !== false;
}

function afterFailure(error: unknown): PromptChange {
  const isLost = error instanceof WireError && error.code === "connection_lost";
  return isLost ? { phase: "unsure" } : { phase: "failed", error: messageOf(error) };
}
