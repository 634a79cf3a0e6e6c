/**
 * Writes together what was appended in the same moment: one transaction, and one wait for the disk, for all of it.
 *
 * An approval is acknowledged when it is written, so its call does not wait for the disk. What the client receives about the call
 * does, in the same commit.
 *
 * The law: nothing is delayed to make a group larger, and no group is so large that it holds up the event loop.
 */

import { setImmediate } from "node:timers";

import { leaseLost } from "../journal-error.ts";
import { PERMITTED } from "./event-record.ts";
import type { Appended, Batch, Store } from "../store/store.ts";

export interface GroupCommit {
  /** Resolves with the sequence number of the last record. Batches are written in the order in which they were added. */
  add(batch: Batch): Promise<number>;
  /** When everything that was added is written, or has failed. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly batch: Batch;
  readonly size: number;
  readonly resolve: (seq: number) => void;
  readonly reject: (error: unknown) => void;
}

// About three milliseconds of work on a laptop.
const MAX_GROUP = { records: 256, characters: 1_048_576 };

export function createGroupCommit(
  store: Pick<Store, "append" | "isShared">,
  onWritten: (keys: ReadonlySet<number>) => void,
): GroupCommit {
  const waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  return {
    add: (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ batch, size: sizeOf(batch), resolve, reject });
        running ??= run();
      }),
    settled: async () => running,
  };

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // Not a microtask: whatever else this turn of the event loop brings should go along.
      await nextTurn();
      let written: Promise<() => void> | undefined = writeNext();
      while (written) {
        const settle = await written;
        // A store elsewhere works on the next group while those who waited for this one go on. They would go on before its
        // statement is sent, and the store would wait for them, so they are notified when it is on its way.
        written = store.isShared && waiting.length > 0 ? writeNext() : undefined;
        if (written) await nextTurn();
        settle();
      }
    }
    running = undefined;
  }

  /** Resolves with what tells those who wait. */
  async function writeNext(): Promise<() => void> {
    const group = waiting.splice(0, groupLength(waiting));
    try {
      const seqs = await store.append(
        group.map(({ batch }) => batch),
        (written) => acknowledge(group, written, isApproval),
      );
      return () => {
        onWritten(new Set(group.map(({ batch }) => batch.lease.key)));
        acknowledge(group, seqs, () => true);
      };
    } catch (error) {
      return () => {
        for (const { reject } of group) reject(error);
      };
    }
  }
}

/** Those that were acknowledged before stay so. */
function acknowledge(group: readonly Waiting[], seqs: Appended, isDue: (batch: Batch) => boolean): void {
  for (const [index, { batch, resolve, reject }] of group.entries()) {
    if (!isDue(batch)) continue;
    const seq = seqs[index];
    if (seq === undefined) reject(leaseLost());
    else resolve(seq);
  }
}

function isApproval({ records }: Batch): boolean {
  return records.length > 0 && records.every(({ kind }) => kind === PERMITTED);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function groupLength(waiting: readonly Waiting[]): number {
  let records = 0;
  let characters = 0;
  for (const [index, { batch, size }] of waiting.entries()) {
    records += batch.records.length;
    characters += size;
    const isOver = records > MAX_GROUP.records || characters > MAX_GROUP.characters;
    if (isOver && index > 0) return index;
  }
  return waiting.length;
}

function sizeOf({ records }: Batch): number {
  let size = 0;
  for (const { text, largeStrings } of records) {
    size += text.length;
    for (const { text: large } of largeStrings) size += large.length;
  }
  return size;
}
