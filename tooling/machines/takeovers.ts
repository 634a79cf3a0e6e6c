/**
 * Watches how long the sessions of a machine are without another holder.
 */

import type { Journal } from "@tenon/journal";

export interface Takeovers extends AsyncDisposable {
  /** How many sessions the victim had. */
  readonly held: number;
  readonly taken: number;
  slowest(): number;
  /** Those that were not taken over within this time, for people. */
  later(ms: number): readonly string[];
}

export interface TakeoverOptions {
  readonly journal: Pick<Journal, "session">;
  /** The address of the machine that something goes wrong with, now. */
  readonly victim: string;
  readonly sessionIds: readonly string[];
}

const LOOK_MS = 250;

export async function watchTakeovers({ journal, victim, sessionIds }: TakeoverOptions): Promise<Takeovers> {
  const holders = await Promise.all(sessionIds.map(async (id) => ({ id, at: (await journal.session(id))?.heldAt })));
  const held = holders.filter(({ at }) => at === victim).map(({ id }) => id);
  const begunAt = performance.now();
  const taken = new Map<string, number>();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_MS);
  return {
    held: held.length,
    get taken() {
      return taken.size;
    },
    slowest: () => Math.max(0, ...taken.values()),
    later(ms) {
      const untilNow = performance.now() - begunAt;
      return held.flatMap((id) => {
        const after = taken.get(id) ?? untilNow;
        const word = taken.has(id) ? "was taken over after" : "was not taken over within";
        return after > ms ? [`session ${id} ${word} ${Math.round(after)} ms`] : [];
      });
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };

  async function look(): Promise<void> {
    await Promise.all(
      held.map(async (id) => {
        if (taken.has(id)) return;
        const heldAt = (await journal.session(id))?.heldAt;
        if (heldAt !== undefined && heldAt !== victim) taken.set(id, performance.now() - begunAt);
      }),
    );
  }
}
