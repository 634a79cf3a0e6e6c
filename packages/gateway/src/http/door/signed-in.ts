/**
 * What is open for a cookie, a token or a person, so that it ends on sign-out, and when they are revoked, on any machine.
 */

import type { People } from "../../people/people.ts";
import type { Credentials } from "./credentials.ts";
import type { Identity } from "./door.ts";

export interface SignedIn extends Disposable {
  /** `end` is called when this identity signs out or is revoked. The result is to be called when there is nothing left to end. */
  hold(identity: Identity, end: () => void): () => void;
  signOut(cookie: string): void;
}

interface Held {
  readonly identity: Identity;
  readonly end: () => void;
  readonly timer?: NodeJS.Timeout;
}

export function createSignedIn(people: People | undefined, { isCookie }: Pick<Credentials, "isCookie">): SignedIn {
  const held = new Set<Held>();
  const following = people?.onChange(() => {
    for (const one of held) checkLater(one);
  });
  return {
    hold(identity, end) {
      if (identity.cookie === undefined && identity.access === undefined) return () => {};
      const one: Held = { identity, end, ...timerFor(identity, () => checkLater(one)) };
      held.add(one);
      // It may have been revoked since it was identified.
      checkLater(one);
      return () => forget(one);
    },
    signOut(cookie) {
      for (const one of held) if (one.identity.cookie === cookie) finish(one);
    },
    [Symbol.dispose]() {
      following?.[Symbol.dispose]();
      for (const one of held) forget(one);
    },
  };

  function checkLater(one: Held): void {
    isGood(one.identity).then(
      (good) => good || finish(one),
      (error: unknown) => people?.failed(error),
    );
  }

  async function isGood({ access, tokenId, cookie }: Identity): Promise<boolean> {
    if (access?.person.isRemoved) return false;
    if (cookie !== undefined && !(await isCookie(cookie))) return false;
    return tokenId === undefined || (await people?.isGood(tokenId)) === true;
  }

  function timerFor({ expiresAt }: Identity, check: () => void): Pick<Held, "timer"> {
    if (expiresAt === undefined || !people) return {};
    const timer = setInterval(check, Math.min(expiresAt - people.now() + LATE_MS, MAX_TIMER_MS));
    timer.unref();
    return { timer };
  }

  function finish(one: Held): void {
    forget(one);
    one.end();
  }

  function forget(one: Held): void {
    held.delete(one);
    clearInterval(one.timer);
  }
}

// Longer ones fire at once; about 24 days.
const MAX_TIMER_MS = 2 ** 31 - 1;
// A timer may fire a moment too early.
const LATE_MS = 10;
