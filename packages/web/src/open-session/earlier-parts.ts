/**
 * Reads the earlier parts of a session when they are wanted.
 *
 * The law: one after another, so that none is read twice and each comes right before the ones that are there.
 */

import type { EarlierPart } from "./session-fold.ts";

export interface PartQuery {
  /** The part ends before this record. */
  readonly before: number;
  /** So many records at least, if there are as many. */
  readonly records: number;
}

export interface EarlierParts {
  /** Reads the part before the first record; with a sequence number, as much as it takes to have that record. */
  load(seq?: number): Promise<void>;
}

export interface EarlierPartsOptions {
  readonly read: (query: PartQuery) => Promise<EarlierPart>;
  /** The first record that was read. */
  readonly start: () => number;
  readonly onPart: (part: EarlierPart) => void;
  readonly onLoading: (isLoading: boolean) => void;
}

const FIRST_PART = 800;
/** Each is twice as long: events that concern earlier entries are added to every part. */
const GROWTH = 2;
const MAX_PART = 20_000;

export function createEarlierParts({ read, start, onPart, onLoading }: EarlierPartsOptions): EarlierParts {
  let next = FIRST_PART;
  let running: Promise<void> | undefined;
  return { load };

  async function load(seq?: number): Promise<void> {
    // Without a place, what is being read is what was asked for.
    if (seq === undefined) return await (running ?? run(next));
    if (running) {
      await running;
      // Others may have waited too, and one of them may have gone first.
      return await load(seq);
    }
    if (seq < start()) await run(Math.max(next, start() - seq));
  }

  async function run(records: number): Promise<void> {
    if (start() <= 1) return;
    running = readPart(records).finally(() => (running = undefined));
    await running;
  }

  async function readPart(records: number): Promise<void> {
    onLoading(true);
    try {
      onPart(await read({ before: start(), records }));
      next = Math.min(MAX_PART, next * GROWTH);
    } finally {
      onLoading(false);
    }
  }
}
