/**
 * Watches how long the sessions of a machine are without another holder.
 *
 * What is judged is that time without the part, from the earliest end of a lease on, in which the checker, the store or one of
 * the machines that should take over got no processor. Both are reported.
 */

import type { Journal } from "@tenon/journal";

import type { Starvation } from "./starvation.ts";

export interface Takeover {
  readonly sessionId: string;
  /** False if it had no other holder in the end. */
  readonly isTaken: boolean;
  readonly ms: number;
  readonly starvedMs: number;
}

export interface Takeovers extends AsyncDisposable {
  /** Of every session that the victim had. */
  all(): readonly Takeover[];
}

export interface TakeoverOptions {
  readonly journal: Pick<Journal, "session">;
  /** The address of the machine that something goes wrong with, now. */
  readonly victim: string;
  readonly sessionIds: readonly string[];
  readonly starvation: Starvation;
  /** The processes that have to do it. */
  readonly takers: readonly string[];
  /** After this time leases end. */
  readonly endMs: number;
}

const LOOK_MS = 250;
const ATTEMPTS = 5;
const STORE = "store";
// A look at an idle store takes a few milliseconds.
const SLOW_MS = 100;

export async function watchTakeovers(options: TakeoverOptions): Promise<Takeovers> {
  const { journal, victim, sessionIds, starvation, endMs } = options;
  const holders = await Promise.all(sessionIds.map(async (id) => ({ id, at: await holderOf(id) })));
  const held = holders.filter(({ at }) => at === victim).map(({ id }) => id);
  const begunAt = performance.now();
  const taken = new Map<string, Takeover>();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_MS);
  return {
    all: () => held.map((id) => taken.get(id) ?? takeoverNow(id, false)),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };

  async function look(): Promise<void> {
    const lookedAt = performance.now();
    await Promise.all(
      held.map(async (id) => {
        if (taken.has(id)) return;
        const heldAt = await holderOf(id);
        if (heldAt !== undefined && heldAt !== victim) taken.set(id, takeoverNow(id, true));
      }),
    );
    const slow = performance.now() - lookedAt - SLOW_MS;
    if (slow > 0) starvation.add(STORE, slow);
  }

  /** A store that is too busy to answer the checker is asked again. */
  async function holderOf(id: string): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await journal.session(id))?.heldAt;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  function takeoverNow(sessionId: string, isTaken: boolean): Takeover {
    const starvedMs = starvation.since(begunAt + endMs, [...options.takers, STORE]);
    return { sessionId, isTaken, ms: performance.now() - begunAt, starvedMs };
  }
}
