/**
 * Keeps the leases of this process alive, all in one statement, which also tells the other machines that share the store
 * what they should know of this one.
 */

import { errorCode } from "@tenon/basis";

import type { MachineDescription, MachineRegistry } from "../journal.ts";
import type { Lease, Store } from "./store.ts";

export interface Renewals extends Pick<MachineRegistry, "join" | "announce">, Disposable {
  /** Gives up the leases that were not renewed for too long. A timer does it too, but comes late in a process that was stopped. */
  expire(): void;
}

export interface Kept {
  /** When the statement was sent that last renewed it. */
  renewedAt: number;
  readonly lost: AbortController;
}

export interface LeaseClock {
  /** Milliseconds, also while the machine sleeps, and whatever its clock is set to. */
  uptimeMs(): number;
}

export interface RenewalsOptions {
  readonly store: Pick<Store, "renew" | "isShared">;
  readonly leaseMs: number;
  readonly clock: LeaseClock;
  readonly kept: ReadonlyMap<Lease, Kept>;
  readonly lose: (lease: Lease) => void;
}

// Within the time of a lease.
const LOOKS = 15;
const RENEWALS = 3;
/** The part after which a lease that was not renewed is given up: it leaves a fifth to end what runs. */
export const GIVEN_UP = 0.8;

export function createRenewals({ store, leaseMs, clock, kept, lose }: RenewalsOptions): Renewals {
  let describe = (): MachineDescription | undefined => undefined;
  let renewing: Promise<void> | undefined;
  let begunAt = -Infinity;
  const timer = setInterval(look, leaseMs / LOOKS).unref();
  return {
    join: (given) => void (describe = given),
    async announce() {
      // One that is under way has the old description.
      await renewing;
      await begin(describe());
    },
    expire,
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function look() {
    const now = clock.uptimeMs();
    if (now - begunAt >= leaseMs / RENEWALS) {
      const machine = describe();
      if (kept.size > 0 || machine) void begin(machine);
    }
    expire();
  }

  function expire() {
    // A writer in the same file is seen to be alive, and never taken for dead.
    if (!store.isShared) return;
    const now = clock.uptimeMs();
    for (const [lease, { renewedAt }] of kept) if (now - renewedAt > leaseMs * GIVEN_UP) lose(lease);
  }

  function begin(machine: MachineDescription | undefined): Promise<void> {
    renewing ??= renew(machine).finally(() => (renewing = undefined));
    return renewing;
  }

  async function renew(machine: MachineDescription | undefined): Promise<void> {
    const now = clock.uptimeMs();
    begunAt = now;
    const leases = [...kept.keys()];
    try {
      const lost = new Set(await store.renew(leases, leaseMs, machine));
      for (const lease of leases) {
        const known = kept.get(lease);
        if (known && !lost.has(lease)) known.renewedAt = now;
        else if (known) lose(lease);
      }
    } catch (error) {
      // Else tried again until it is too late. The next append reports a failure; the lease may still be good then.
      if (errorCode(error) === "newer_format") leases.forEach(lose);
    }
  }
}
