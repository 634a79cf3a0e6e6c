/**
 * Who may write which session: one writer each, and a dead writer blocks no other.
 *
 * A lease is kept alive by a timer. To take a session over is to raise its epoch, and the store refuses records of
 * an older one; so a writer that only slept can do no harm when it wakes. What it has started could: so, where several
 * machines share the store, a lease that could not be renewed is given up here before it runs out there.
 */

import { uptime } from "node:os";

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
  /** No longer good, or not sure to be: `lostSignal` aborts, and what works for the session ends. */
  lose(lease: Lease): void;
  /** Aborts when another process has taken the session over, or soon may. */
  lostSignal(lease: Lease): AbortSignal;
}

interface Kept {
  /** When the statement was sent that last renewed it. */
  renewedAt: number;
  readonly lost: AbortController;
}

export interface LeaseClock {
  /** Milliseconds, also while the machine sleeps, and whatever its clock is set to. */
  uptimeMs(): number;
}

const systemUptime: LeaseClock = { uptimeMs: () => uptime() * 1_000 };

export function createLeases(
  store: Store,
  settings: Pick<JournalSettings, "leaseMs" | "address" | "telemetry">,
  clock: LeaseClock = systemUptime,
): Leases {
  const { leaseMs, telemetry } = settings;
  const owner = thisProcess();
  const kept = new Map<Lease, Kept>();
  let renewing: Promise<void> | undefined;
  let begunAt = -Infinity;
  const timer = setInterval(look, leaseMs / LOOKS).unref();
  return {
    isHeld,
    mayHaveWriter: (row) => isHeld(row) || (row.holder !== undefined && state(row.holder.owner) === "alive"),
    async create(head, options) {
      const at = clock.uptimeMs();
      const lease = await store.create(head, { ...hold(), ...options });
      if (lease) return keep(lease, at);
      throw new JournalError("session_exists", `Session ${head.id} already exists`, { sessionId: head.id });
    },
    async take(row) {
      const at = clock.uptimeMs();
      const lease = await store.claim(row, hold());
      if (lease && row.holder) telemetry.count("takeovers");
      return lease && keep(lease, at);
    },
    async release(lease) {
      forget(lease);
      // If the disk is full, it runs out by itself.
      await store.release(lease).catch(() => {});
    },
    drop: forget,
    lose,
    lostSignal: (lease) => kept.get(lease)?.lost.signal ?? AbortSignal.abort(),
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function look() {
    const now = clock.uptimeMs();
    // The next append reports a failure; the lease may still be good then.
    if (kept.size > 0 && now - begunAt >= leaseMs / RENEWALS)
      renewing ??= renew(now).finally(() => (renewing = undefined));
    // A writer in the same file is seen to be alive, and nobody takes it for dead.
    if (!store.isShared) return;
    for (const [lease, { renewedAt }] of kept) if (now - renewedAt > leaseMs * GIVEN_UP) lose(lease);
  }

  async function renew(now: number): Promise<void> {
    begunAt = now;
    const leases = [...kept.keys()];
    try {
      const lost = new Set(await store.renew(leases, leaseMs));
      for (const lease of leases) {
        const known = kept.get(lease);
        if (known && !lost.has(lease)) known.renewedAt = now;
        else if (known) lose(lease);
      }
    } catch {
      // Tried again until it is too late.
    }
  }

  function lose(lease: Lease) {
    const known = kept.get(lease);
    forget(lease);
    if (known) telemetry.count("leases_lost");
    known?.lost.abort();
  }

  function forget(lease: Lease) {
    if (kept.delete(lease)) telemetry.count("leases", -1);
  }

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

  function keep(lease: Lease, renewedAt: number): Lease {
    kept.set(lease, { renewedAt, lost: new AbortController() });
    telemetry.count("leases");
    return lease;
  }
}

// Within the time of a lease.
const LOOKS = 15;
const RENEWALS = 3;
/** The part after which a lease that was not renewed is given up: it leaves a fifth to end what runs. */
export const GIVEN_UP = 0.8;
