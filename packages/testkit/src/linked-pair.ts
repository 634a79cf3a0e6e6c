/**
 * Two ends of one connection, in memory. What one end writes the other end reads, in order.
 *
 * The test may hold a direction: its messages then wait, like bytes in a network, until the test releases them. Writing
 * to a held direction succeeds at once, so the writer cannot tell.
 */

import type { Duplex } from "./duplex.ts";
import { openLane } from "./lane.ts";

/** A direction is named after the end that writes. */
export type Side = "left" | "right";

export interface PassedMessage<T> {
  readonly from: Side;
  readonly message: T;
}

export interface LinkedPair<T> {
  readonly left: Duplex<T>;
  readonly right: Duplex<T>;
  /** Everything that was passed on, both directions, in order. */
  readonly passed: readonly PassedMessage<T>[];
  /** From now on, what this side writes waits. */
  hold(from: Side): void;
  /** What this side wrote and the test has not released. */
  held(from: Side): readonly T[];
  /** Resolves once at least this many messages wait. */
  untilHeld(from: Side, count: number): Promise<void>;
  /** Lets the first `count` waiting messages pass and keeps holding; without a count, lets all pass from now on. */
  release(from: Side, count?: number): void;
  /** Cuts the connection: both readers end, held messages are lost, and further writes fail. */
  cut(): void;
}

export interface LinkedPairOptions {
  /** How many unread messages a direction takes before its writer has to wait. */
  readonly capacity?: number;
}

export function linkedPair<T>(options: LinkedPairOptions = {}): LinkedPair<T> {
  const { capacity = 256 } = options;
  const passed: PassedMessage<T>[] = [];
  const lanes = {
    left: openLane<T>({ capacity, onPass: (message) => passed.push({ from: "left", message }) }),
    right: openLane<T>({ capacity, onPass: (message) => passed.push({ from: "right", message }) }),
  };
  return {
    left: { readable: lanes.right.readable, writable: lanes.left.writable },
    right: { readable: lanes.left.readable, writable: lanes.right.writable },
    passed,
    hold: (from) => lanes[from].hold(),
    held: (from) => lanes[from].held,
    untilHeld: (from, count) => lanes[from].untilHeld(count),
    release: (from, count) => lanes[from].release(count),
    cut() {
      lanes.left.cut();
      lanes.right.cut();
    },
  };
}
