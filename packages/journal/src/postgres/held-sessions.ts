/**
 * The sessions that this process holds, and where each of them ends: with that number the statement that adds records says
 * what it knows, and one that is sent again adds nothing twice.
 */

import { errorCode } from "@tenon/basis";

import type { Batch, Lease } from "../store/store.ts";
import type { Connections } from "./connections.ts";
import { type Addition, appendRecords } from "./record-table.ts";
import type { TakenLease } from "./session-table.ts";

export interface HeldSessions {
  keep(taken: TakenLease): void;
  forget(lease: Lease): void;
  epochOf(key: number): number | undefined;
  /** The last transaction of ours that changed it. */
  lastChange(key: number): string | undefined;
  /** As `Store.append`. */
  append(batches: readonly Batch[]): Promise<readonly (number | undefined)[]>;
}

interface Held {
  readonly epoch: number;
  /** Undefined once a statement was not answered: its records may be stored, and those of another would be taken for them. */
  lastSeq: number | undefined;
  changed: string;
}

export function createHeldSessions(connections: Connections): HeldSessions {
  const held = new Map<number, Held>();
  const naming = { isKept: true };
  return {
    keep: ({ lease, lastSeq, changed }) => void held.set(lease.key, { epoch: lease.epoch, lastSeq, changed }),
    forget({ key, epoch }) {
      if (held.get(key)?.epoch === epoch) held.delete(key);
    },
    epochOf: (key) => held.get(key)?.epoch,
    lastChange: (key) => held.get(key)?.changed,
    async append(batches) {
      const additions = [...additionsOf(batches, held).values()];
      if (additions.length === 0) return batches.map(() => undefined);
      const changes = await add(additions);
      for (const [key, changed] of changes) {
        const known = held.get(key);
        if (known) known.changed = changed;
      }
      return batches.map(({ lease, records }) => {
        const known = held.get(lease.key);
        if (known?.lastSeq === undefined || known.epoch !== lease.epoch || !changes.has(lease.key)) return undefined;
        return (known.lastSeq += records.length);
      });
    },
  };

  async function add(additions: readonly Addition[]): ReturnType<typeof appendRecords> {
    let isRepeated = false;
    try {
      return await appendRecords(connections, additions, { naming, onRepeat: () => (isRepeated = true) });
    } catch (error) {
      const isUnanswered = isRepeated || errorCode(error) === "store_unreachable";
      // The next group may be on its way before anyone hears of this failure.
      for (const { lease } of isUnanswered ? additions : []) {
        const known = held.get(lease.key);
        if (known?.epoch === lease.epoch) known.lastSeq = undefined;
      }
      throw error;
    }
  }
}

/** By session: the batches whose lease is the one that is held here. */
function additionsOf(batches: readonly Batch[], held: ReadonlyMap<number, Held>): ReadonlyMap<number, Addition> {
  const additions = new Map<number, Addition & { readonly batches: Batch[] }>();
  for (const batch of batches) {
    const { lease } = batch;
    const known = held.get(lease.key);
    if (known?.lastSeq === undefined || known.epoch !== lease.epoch) continue;
    const addition = additions.get(lease.key) ?? { lease, base: known.lastSeq, batches: [] };
    addition.batches.push(batch);
    additions.set(lease.key, addition);
  }
  return additions;
}
