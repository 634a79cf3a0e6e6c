/**
 * The messages that wait for one peer, and how many are too many.
 *
 * A peer that is behind by four times the limit is too far behind if it has taken nothing since it was full, and one that
 * is behind by sixteen times in any case. The largest message does not count: a session with one that is too large must
 * still be readable.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

export interface BacklogLimits {
  readonly messages: number;
  readonly characters: number;
}

export interface Backlog {
  readonly first: AnyMessage | undefined;
  push(message: AnyMessage, size: number): void;
  /** Removes the first. */
  shift(): void;
  /** Whether it holds this many times its limit. */
  isFull(times?: number): boolean;
  /** Resolves when half of it is free, or when it is cleared. */
  drained(): Promise<void>;
  readonly isTooFarBehind: boolean;
  clear(): void;
}

const MAX_TIMES_IDLE = 4;
const MAX_TIMES_READING = 16;

export function createBacklog({ messages, characters }: BacklogLimits): Backlog {
  const waiting: { readonly message: AnyMessage; readonly size: number }[] = [];
  let size = 0;
  let takenSinceFull = 0;
  let draining: PromiseWithResolvers<void> | undefined;
  return {
    get first() {
      return waiting[0]?.message;
    },
    push(message, messageSize) {
      if (!isFull()) takenSinceFull = 0;
      waiting.push({ message, size: messageSize });
      size += messageSize;
    },
    shift() {
      size -= waiting.shift()?.size ?? 0;
      takenSinceFull += 1;
      if (!isFull(1 / 2)) resolveDrained();
    },
    isFull,
    async drained() {
      if (!isFull()) return;
      draining ??= Promise.withResolvers();
      await draining.promise;
    },
    get isTooFarBehind() {
      const times = takenSinceFull === 0 ? MAX_TIMES_IDLE : MAX_TIMES_READING;
      if (!isFull(times)) return false;
      const largest = waiting.reduce((most, { size }) => Math.max(most, size), 0);
      return waiting.length >= times * messages || size - largest >= times * characters;
    },
    clear() {
      waiting.length = 0;
      size = 0;
      resolveDrained();
    },
  };

  function isFull(times = 1): boolean {
    return waiting.length >= times * messages || size >= times * characters;
  }

  function resolveDrained() {
    draining?.resolve();
    draining = undefined;
  }
}
