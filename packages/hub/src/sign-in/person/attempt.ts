/**
 * One sign-in by a person: from the address to open to the tokens.
 *
 * It ends by itself: with the answer, after the time limit, or when it is called off. The listener lives exactly as
 * long.
 */

import type { Clock } from "@tenon/basis";

import { plainAddress, SignInError } from "../sign-in-error.ts";
import { translateFailure } from "../translate-failure.ts";
import { isAnswer, type LoopbackListener } from "./loopback-listener.ts";

export interface Attempt {
  readonly url: string;
  readonly scope: string | undefined;
  /** Aborted when it is over, however it ended. */
  readonly over: AbortSignal;
  /** Resolves when the tokens are in use. Rejects with a `SignInError`. */
  readonly done: Promise<void>;
  /** For a browser that runs elsewhere: the address it was sent to in the end. False if that is not our answer. */
  complete(address: string): boolean;
  callOff(reason: SignInError): void;
}

export interface AttemptOptions {
  readonly serverUrl: string;
  readonly url: string;
  readonly scope: string | undefined;
  readonly state: string;
  readonly listener: LoopbackListener;
  readonly redeem: (answer: URLSearchParams) => Promise<void>;
  readonly limitMs: number;
  readonly clock: Clock;
}

export function beginAttempt(options: AttemptOptions): Attempt {
  const { serverUrl, url, scope, state, listener, clock } = options;
  const end = new AbortController();
  const pasted = Promise.withResolvers<URLSearchParams>();
  const calledOff = Promise.withResolvers<never>();
  const done = run();
  // Nobody may be waiting for it.
  done.catch(() => {});
  return { url, scope, over: end.signal, done, complete, callOff: calledOff.reject };

  async function run(): Promise<void> {
    try {
      await options.redeem(await Promise.race([listener.answer, pasted.promise, calledOff.promise, tooLate()]));
    } catch (error) {
      throw translateFailure(error, serverUrl);
    } finally {
      end.abort();
      await listener.close();
    }
  }

  async function tooLate(): Promise<never> {
    await clock.after(options.limitMs, end.signal);
    const server = plainAddress(serverUrl);
    throw new SignInError("timed_out", `Nobody signed in to ${server} in time`, { server });
  }

  function complete(address: string): boolean {
    const parameters = URL.canParse(address) ? new URL(address).searchParams : undefined;
    if (!parameters || !isAnswer(parameters, state)) return false;
    pasted.resolve(parameters);
    return true;
  }
}
