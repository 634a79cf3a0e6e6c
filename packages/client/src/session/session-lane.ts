/**
 * The messages of one session on their way to its listener: in order, one at a time.
 *
 * A listener that fails is still called for the next event; the next `settled()` rejects with the first failure.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { createWireReader, type Side, type TimelineEvent } from "@tenon/timeline";

import { AgentError } from "../agent-error.ts";
import type { Breathe } from "../wire/breather.ts";

export interface SessionLane {
  /** Resolves when the listener is done with it. Never rejects. */
  take(from: Side, message: AnyMessage): Promise<void>;
  /** An event of our own, which was on no wire. */
  note(event: TimelineEvent): void;
  /** Resolves when everything that is in the lane now has been delivered; rejects with `listener_failed`. */
  settled(): Promise<void>;
}

export interface SessionLaneOptions {
  readonly sessionId: string;
  readonly onEvent?: ((event: TimelineEvent) => void | Promise<void>) | undefined;
  readonly breathe: Breathe;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createSessionLane({ sessionId, onEvent, now, breathe }: SessionLaneOptions): SessionLane {
  const reader = createWireReader({ sessionId });
  let tail = Promise.resolve();
  let failure: { readonly cause: unknown } | undefined;
  return {
    take(from, message) {
      const at = now();
      return enqueue(async () => {
        await breathe();
        for (const event of reader.read(from, message, at)) await deliver(event);
      });
    },
    note(event) {
      const at = now();
      void enqueue(() => deliver({ at, ...event }));
    },
    async settled() {
      await tail;
      if (!failure) return;
      const { cause } = failure;
      failure = undefined;
      throw new AgentError("listener_failed", "The session's onEvent listener failed.", {}, { cause });
    },
  };

  function enqueue(run: () => Promise<void>): Promise<void> {
    tail = tail.then(run);
    return tail;
  }

  async function deliver(event: TimelineEvent) {
    try {
      await onEvent?.(event);
    } catch (cause) {
      failure ??= { cause };
    }
  }
}
