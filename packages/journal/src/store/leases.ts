/**
 * Who may write which session: one writer each, and a dead writer blocks no other.
 *
 * A lease is kept alive by renewals. To take a session over is to raise its epoch, and the store refuses records of
 * an older one; so a writer that only slept can do no harm when it wakes. What it has started could: so, where several
 * machines share the store, a lease that could not be renewed is given up here before it runs out there.
 */

import { uptime } from "node:os";

import { JournalError } from "../journal-error.ts";
import type { JournalSettings } from "../journal-options.ts";
import { type Owner, stateOf, thisProcess } from "./owner.ts";
import { createRenewals, type Kept, type LeaseClock, type Renewals } from "./renewals.ts";
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
  /** No longer good, or not sure to be: `lostSignal` aborts, and what works for the session ends. */
  lose(lease: Lease): void;
  /** Aborts when another process has taken the session over, or soon may. */
  lostSignal(lease: Lease): AbortSignal;
  /** Loses those whose time is over, also if this process was stopped and its timers have not told it yet. */
  expire(): void;
  readonly renewals: Pick<Renewals, "join" | "announce">;
}

const systemUptime: LeaseClock = { uptimeMs: () => uptime() * 1_000 };

export function createLeases(
  store: Store,
  settings: Pick<JournalSettings, "leaseMs" | "address" | "telemetry">,
  clock: LeaseClock = systemUptime,
): Leases {
  const { leaseMs, telemetry } = settings;
  const owner = thisProcess();
  const kept = createKeptLeases(telemetry);
  const renewals = createRenewals({ store, leaseMs, clock, kept: kept.all, lose: kept.lose });
  return {
    isHeld,
    mayHaveWriter: (row) => isHeld(row) || (row.holder !== undefined && state(row.holder.owner) === "alive"),
    async create(head, options) {
      const at = clock.uptimeMs();
      const lease = await store.create(head, { ...hold(), ...options });
      if (lease) return kept.keep(lease, at);
      throw new JournalError("session_exists", `Session ${head.id} already exists`, { sessionId: head.id });
    },
    async take(row) {
      const at = clock.uptimeMs();
      const isHolderGone = row.holder !== undefined && state(row.holder.owner) === "gone";
      const lease = await store.claim(row, { ...hold(), isHolderGone });
      if (lease && row.holder) telemetry.count("takeovers");
      return lease && kept.keep(lease, at);
    },
    async release(lease) {
      kept.drop(lease);
      // If the disk is full, it runs out by itself.
      await store.release(lease).catch(() => {});
    },
    drop: kept.drop,
    lose: kept.lose,
    lostSignal: (lease) => kept.all.get(lease)?.lost.signal ?? AbortSignal.abort(),
    expire: renewals.expire,
    renewals,
    [Symbol.dispose]: () => renewals[Symbol.dispose](),
  };

  function isHeld({ holder }: SessionRow): boolean {
    return holder !== undefined && !holder.isExpired && state(holder.owner) !== "gone";
  }

  function state(other: Owner) {
    return stateOf(other, owner, store);
  }

  function hold(): Hold {
    const address = settings.address();
    return { owner: address === undefined ? owner : { ...owner, address }, leaseMs };
  }
}

/** The leases of this process. */
function createKeptLeases(telemetry: JournalSettings["telemetry"]) {
  const all = new Map<Lease, Kept>();
  return {
    all,
    keep(lease: Lease, renewedAt: number): Lease {
      all.set(lease, { renewedAt, lost: new AbortController() });
      telemetry.count("leases");
      return lease;
    },
    drop,
    lose(lease: Lease): void {
      const known = all.get(lease);
      drop(lease);
      if (known) telemetry.count("leases_lost");
      known?.lost.abort();
    },
  };

  function drop(lease: Lease): void {
    if (all.delete(lease)) telemetry.count("leases", -1);
  }
}
