/**
 * Where the fold of a session can begin, so that its end is shown without reading all of it.
 *
 * Checkpoints are made from the records when the first one is asked for, and kept: later ones are made from the last one on.
 */

import { parseJson } from "@tenon/basis";
import {
  type Checkpoint,
  CHECKPOINT_FORMAT,
  createCarryFold,
  isCheckpointPlace,
  readCheckpoint,
  writeCheckpoint,
} from "@tenon/timeline";

import type { CheckpointQuery } from "../journal.ts";
import type { SessionRow, Store, StoredCheckpoint } from "../store/store.ts";
import { storedRecords } from "./stored-records.ts";

/** A checkpoint comes at least so many records after the one before it. */
const STEP = 400;
/** So many are stored at once. */
const BATCH = 50;

export interface Checkpoints {
  find(row: SessionRow, query: CheckpointQuery): Promise<Checkpoint | undefined>;
}

export function createCheckpoints(store: Store): Checkpoints {
  const { checkpoints } = store;
  const running = new Map<number, Promise<void>>();
  return {
    async find(row, { before = Infinity, records }) {
      await catchUpOnce(row);
      return await last(row.key, Math.min(before, row.lastSeq + 1) - records);
    },
  };

  /** Those who ask at the same time wait for the same work. */
  async function catchUpOnce(row: SessionRow): Promise<void> {
    const work = running.get(row.key) ?? catchUp(row).finally(() => running.delete(row.key));
    running.set(row.key, work);
    await work;
  }

  async function catchUp({ key, lastSeq }: SessionRow): Promise<void> {
    const known = await last(key, lastSeq);
    let start = known?.seq ?? 1;
    if (lastSeq - start < STEP) return;
    let fold = createCarryFold(known?.carry);
    const made: StoredCheckpoint[] = [];
    for await (const record of storedRecords(store, key, { after: start - 1, before: lastSeq + 1 })) {
      const { seq } = record;
      const carry = seq - start >= STEP && isCheckpointPlace(record) ? fold.carry() : undefined;
      if (carry) {
        made.push({ seq, format: CHECKPOINT_FORMAT, text: writeCheckpoint({ seq, carry }) });
        // A new fold, because the entries of the one before are not needed.
        [start, fold] = [seq, createCarryFold(carry)];
        if (made.length === BATCH) await put(key, made.splice(0));
      }
      fold.add(record);
    }
    if (made.length > 0) await put(key, made);
  }

  async function put(key: number, made: readonly StoredCheckpoint[]): Promise<void> {
    // A session can be read also when nothing can be written; they are made again next time.
    await checkpoints.put(key, made).catch(() => {});
  }

  async function last(key: number, seq: number): Promise<Checkpoint | undefined> {
    const stored = await checkpoints.last(key, { seq, format: CHECKPOINT_FORMAT });
    return stored && readCheckpoint(parseJson(stored.text));
  }
}
