/**
 * Who may write which session: one writer each, and a dead writer blocks no other.
 *
 * A lease is kept alive by a timer. To take a session over is to raise its epoch, and the store refuses records of
 * an older one; so a writer that only slept can do no harm when it wakes.
 */

import { JournalError } from "../journal-error.ts";
import type { JournalSettings } from "../journal-options.ts";
import { type Owner, stateOf, thisProcess } from "./owner.ts";
import type { Hold, Lease, SessionHead, SessionRow, Store } from "./store.ts";

export interface Leases extends Disposable {
  /** No other writer may take it. */
  isHeld(row: SessionRow): boolean;
  /**
   * Its writer may have missed its deadline but is still running, for example after the machine has slept. Take it only
   * when asked to.
   */
  mayHaveWriter(row: SessionRow): boolean;
  /** Rejects with `session_exists`. */
  create(head: SessionHead, options: { readonly isHidden: boolean }): Promise<Lease>;
  /** Undefined if another process was quicker. */
  take(row: SessionRow): Promise<Lease | undefined>;
  release(lease: Lease): Promise<void>;
  /** No longer kept alive. */
  drop(lease: Lease): void;
}

export function createLeases(store: Store, settings: Pick<JournalSettings, "leaseMs">): Leases {
  const { leaseMs } = settings;
  const owner = thisProcess();
  const hold: Hold = { owner, leaseMs };
  const kept = new Set<Lease>();
  const timer = setInterval(() => {
    // The next append reports a failure; the lease may still be good then.
    if (kept.size > 0) store.renew([...kept], leaseMs).catch(() => {});
  }, leaseMs / 3).unref();
  return {
    isHeld,
    mayHaveWriter: (row) => isHeld(row) || (row.holder !== undefined && state(row.holder.owner) === "alive"),
    async create(head, options) {
      const lease = await store.create(head, { ...hold, ...options });
      if (lease) return keep(lease);
      throw new JournalError("session_exists", `Session ${head.id} already exists`, { sessionId: head.id });
    },
    async take(row) {
      const lease = await store.claim(row, hold);
      return lease && keep(lease);
    },
    async release(lease) {
      kept.delete(lease);
      // If the disk is full, it runs out by itself.
      await store.release(lease).catch(() => {});
    },
    drop: (lease) => void kept.delete(lease),
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function isHeld({ holder }: SessionRow): boolean {
    return holder !== undefined && !holder.isExpired && state(holder.owner) !== "gone";
  }

  function state(other: Owner) {
    return stateOf(other, owner, store);
  }

  function keep(lease: Lease): Lease {
    kept.add(lease);
    return lease;
  }
}
