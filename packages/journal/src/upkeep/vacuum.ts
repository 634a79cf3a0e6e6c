/**
 * Deletes what is over the limits, and gives the space back, in pieces that do not hold up the event loop.
 */

import { setImmediate as nextTurn } from "node:timers/promises";

import type { VacuumLimits } from "../journal.ts";
import type { Leases } from "../store/leases.ts";
import type { Lease, SessionRow, Store } from "../store/store.ts";

export interface VacuumOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly discard: (lease: Lease) => Promise<void>;
  readonly limits: VacuumLimits;
  readonly now: number;
}

const PAGE = 100;

/** The sessions that were deleted. */
export async function vacuum({ store, leases, discard, limits, now }: VacuumOptions): Promise<readonly SessionRow[]> {
  const { maxAgeMs = Infinity, maxBytes = Infinity } = limits;
  const deleted: SessionRow[] = [];
  await eraseDiscarded();
  for await (const row of oldestFirst(store)) {
    const isOld = row.updatedAt < now - maxAgeMs;
    if (!isOld && (maxBytes === Infinity || (await store.size()).usedBytes <= maxBytes)) break;
    if (leases.mayHaveWriter(row)) continue;
    const lease = await leases.take(row);
    if (!lease) continue;
    await discard(lease);
    deleted.push(row);
    await eraseDiscarded();
  }
  while (!(await store.shrink())) await nextTurn();
  return deleted;

  async function eraseDiscarded() {
    for (const key of await store.discarded()) await eraseSession(store, key);
  }
}

export async function eraseSession(store: Store, key: number): Promise<void> {
  while (!(await store.erase(key))) await nextTurn();
}

async function* oldestFirst(store: Store): AsyncGenerator<SessionRow, void> {
  for (let beyond: SessionRow | undefined; ;) {
    const page = await store.list({ order: "oldest", limit: PAGE, ...(beyond && { beyond }) });
    yield* page;
    beyond = page.at(-1);
    if (!beyond) return;
  }
}
