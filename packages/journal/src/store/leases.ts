/**
 * Who may write which session: one writer each, and a dead writer stands in nobody's way.
 *
 * A lease is kept alive by a timer. Whoever takes a session over raises its epoch, and the store refuses records of an
 * older one; so a writer that only slept can do no harm when it wakes.
 */

import { JournalError } from "../journal-error.ts";
import type { JournalSettings } from "../journal-options.ts";
import { stateOf, thisProcess } from "./owner.ts";
import type { Holder, Lease, SessionHead, SessionRow, Store } from "./store.ts";

export interface Leases extends Disposable {
  /** Nobody else may take it. */
  isHeld(row: SessionRow): boolean;
  /**
   * Its writer has not been heard of for too long, perhaps, but is there: after the machine has slept, for example. Nobody
   * should take it who was not asked to.
   */
  mayHaveWriter(row: SessionRow): boolean;
  /** Rejects with `session_exists`. */
  create(head: SessionHead, options: { readonly isHidden: boolean }): Promise<Lease>;
  /** Undefined if somebody else was quicker. */
  take(row: SessionRow): Promise<Lease | undefined>;
  release(lease: Lease): Promise<void>;
  /** No longer kept alive. */
  drop(lease: Lease): void;
}

export function createLeases(store: Store, settings: Pick<JournalSettings, "now" | "leaseMs">): Leases {
  const { now, leaseMs } = settings;
  const owner = thisProcess();
  const kept = new Set<Lease>();
  const timer = setInterval(() => {
    // A failure is told by the next append; the lease may still be good then.
    if (kept.size > 0) store.renew([...kept], now() + leaseMs).catch(() => {});
  }, leaseMs / 3).unref();
  return {
    isHeld,
    mayHaveWriter: (row) => isHeld(row) || (row.holder !== undefined && stateOf(row.holder.owner, owner) === "alive"),
    async create(head, options) {
      const lease = await store.create(head, { holder: holder(), ...options });
      if (lease) return keep(lease);
      throw new JournalError("session_exists", `There is a session ${head.id} already`, { sessionId: head.id });
    },
    async take(row) {
      const lease = await store.claim(row, holder());
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
    return holder !== undefined && holder.until > now() && stateOf(holder.owner, owner) !== "gone";
  }

  function holder(): Holder {
    return { owner, until: now() + leaseMs };
  }

  function keep(lease: Lease): Lease {
    kept.add(lease);
    return lease;
  }
}
