/**
 * Signing in with a person's help: a request that needs it fails with the address, a caller that wants to can wait.
 */

import { untilAborted, within } from "@tenon/basis";

import type { SignInContext } from "../context.ts";
import type { Challenge } from "../guard-fetch.ts";
import { SignInError, signInError } from "../sign-in-error.ts";
import type { OpenBrowser, SignInOnceOptions, SignInRequest } from "../sign-in.ts";
import type { Attempt, AttemptOptions, Wanted } from "./attempt.ts";
import { createAttempts } from "./attempts.ts";

export interface PersonalSignIn {
  /** The error for a request that cannot go on without. Says where to sign in, if that is found out in time. */
  needed(wanted: Wanted): Promise<SignInError>;
  signIn(options?: SignInOnceOptions): Promise<void>;
  /** The last one that succeeded: when, and what was asked for. */
  last(): { readonly at: number; readonly scope: string | undefined } | undefined;
  /** Resolves when none is under way any more; for after the signal. */
  over(): Promise<void>;
}

export interface PersonalSignInOptions extends Pick<AttemptOptions, "adopt"> {
  readonly openBrowser: OpenBrowser | undefined;
  readonly onNeedsSignIn: ((request: SignInRequest) => void) | undefined;
  readonly onSignedIn: (() => void) | undefined;
}

// A connection that needs a person has to have failed two seconds after it began.
const ADDRESS_MS = 1_500;

export function createPersonalSignIn(context: SignInContext, options: PersonalSignInOptions): PersonalSignIn {
  const { serverUrl, clock, life } = context;
  const attempts = createAttempts(context, { adopt: options.adopt, onAttempt });
  const opened = new WeakMap<Attempt, Promise<void>>();
  let lastWanted: Wanted = { challenge: undefined, granted: undefined };
  let last: ReturnType<PersonalSignIn["last"]>;

  return {
    async needed(wanted) {
      lastWanted = wanted;
      const attempt = await within(ADDRESS_MS, attempts.join(wanted), { clock });
      return needsSignIn(serverUrl, attempt, wanted.challenge);
    },

    async signIn({ openBrowser = options.openBrowser, signal } = {}) {
      for (;;) {
        const attempt = await untilAborted(attempts.current() ?? attempts.join(lastWanted), signal);
        try {
          const shown = show(attempt, openBrowser);
          return await untilAborted(Promise.race([attempt.done, shown.then(() => attempt.done)]), signal);
        } catch (error) {
          const isReplaced = error instanceof SignInError && error.code === "closed" && !life.aborted;
          if (!isReplaced) throw error;
        }
      }
    },

    last: () => last,
    over: attempts.over,
  };

  /** Once for all who wait for it. */
  function show(attempt: Attempt, openBrowser: OpenBrowser | undefined): Promise<void> {
    const before = opened.get(attempt);
    if (before || !openBrowser) return before ?? Promise.resolve();
    const shown = openWith(openBrowser, attempt).catch((cause: unknown) => {
      // The end of the sign-in aborts the opener, whose failure then says nothing; the outcome is in `done`.
      if (attempt.over.aborted) return;
      throw needsSignIn(serverUrl, attempt, lastWanted.challenge, { cause });
    });
    opened.set(attempt, shown);
    return shown;
  }

  function onAttempt(attempt: Attempt): void {
    const { url, scope } = attempt;
    options.onNeedsSignIn?.({ url, scope });
    const succeeded = () => {
      last = { at: clock.now(), scope };
      options.onSignedIn?.();
    };
    attempt.done.then(succeeded, () => {}); // those who wait for it get the failure
  }
}

async function openWith(openBrowser: OpenBrowser, { url, over }: Attempt): Promise<void> {
  await openBrowser(url, { signal: over });
}

function needsSignIn(
  serverUrl: string,
  attempt: Attempt | undefined,
  challenge: Challenge | undefined,
  options?: ErrorOptions,
): SignInError {
  const wanted = challenge?.type === "scope" ? challenge.scope : undefined;
  const details = { url: attempt?.url, scope: attempt?.scope, wanted };
  return signInError("needs_sign_in", serverUrl, (server) => `${server} needs you to sign in`, details, options);
}
