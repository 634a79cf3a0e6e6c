/**
 * A server may refuse a call until a person has opened an address (-32042). They are asked, and the call is made again when
 * the server says that it is done. A server need not say so: the call is tried again from time to time as well.
 */

import { addAbortListener } from "node:events";

import { type Clock, objectOf, readArray, stringOf } from "@tenon/basis";

import { statusOf } from "../connection/protocol/failure-message.ts";
import type { Asker, SessionCallbacks } from "../connection/protocol/client-callbacks.ts";
import { CallError } from "./call-error.ts";

export interface RequiredPage {
  readonly elicitationId: string;
  readonly message: string;
  readonly url: string;
}

/**
 * True if the person went to all of them. `isDone` makes the call again, and says whether it went through; it is called
 * when the server says that a page is done, and from time to time. Rejects as it does, except for failures that pass
 * while there is time left, or with the signal's reason.
 */
export type OpenPages = (pages: readonly RequiredPage[], isDone: () => Promise<boolean>) => Promise<boolean>;

export interface PageWaits {
  /** The given callbacks; they also note which pages are done. */
  readonly callbacks: SessionCallbacks;
  /** Asks for one page after another. `waitMs` is how long a person may take over one. */
  open(
    pages: readonly RequiredPage[],
    isDone: () => Promise<boolean>,
    from: Asker & { readonly waitMs: number; readonly clock: Clock },
  ): Promise<boolean>;
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([429, 502, 503]);

const URL_ELICITATION_REQUIRED = -32_042;

/** The pages that a refusal names; none if it is about something else. */
export function requiredPages(error: unknown): readonly RequiredPage[] {
  const { code, data } = objectOf(error);
  return code === URL_ELICITATION_REQUIRED ? readArray(objectOf(data)["elicitations"], readPage) : [];
}

/** For the model, when the user did not go there or it was not enough. */
export function describePages(pages: readonly RequiredPage[], wereOpened: boolean): string {
  const lines = pages.map(({ message, url }) => `- ${message}: ${url}`);
  const outcome = wereOpened
    ? "The user opened the page, but the server reports it as unfinished. Ask them to finish it, then call the tool again."
    : "The user did not open it. Ask them to, then call the tool again.";
  return ["Before this tool can be called, the user must open this in a browser:", ...lines, outcome].join("\n");
}

export function createPageWaits(callbacks: SessionCallbacks): PageWaits {
  const { elicit } = callbacks;
  const waits = new Map<string, () => void>();
  return {
    callbacks: elicit
      ? {
          ...callbacks,
          elicit: {
            ...elicit,
            completed(elicitationId, server) {
              waits.get(keyOf(server, elicitationId))?.();
              elicit.completed?.(elicitationId, server);
            },
          },
        }
      : callbacks,
    async open(pages, isDone, { server, signal, waitMs, clock }) {
      if (!elicit?.modes.includes("url")) return false;
      for (const { elicitationId, message, url } of pages) {
        const done = Promise.withResolvers<void>();
        const waited = new AbortController();
        // The server may say that it is done before the client says that the user goes there.
        waits.set(keyOf(server, elicitationId), done.resolve);
        using _listener = addAbortListener(signal, () => done.reject(signal.reason));
        done.promise.catch(() => {}); // It may have no waiter yet.
        try {
          const { action } = await elicit.ask({ mode: "url", message, url, elicitationId }, { server, signal });
          if (action !== "accept") return false;
          if (await wentThrough(done.promise, isDone, { waitMs, clock, signal: waited.signal })) return true;
        } finally {
          waited.abort();
          waits.delete(keyOf(server, elicitationId));
        }
      }
      return true;
    },
  };
}

/** Waits until the server says that the page is done, or the call goes through without that. */
async function wentThrough(
  completed: Promise<void>,
  isDone: () => Promise<boolean>,
  { waitMs, clock, signal }: { readonly waitMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<boolean> {
  let left = waitMs;
  for (let pause = FIRST_PAUSE_MS; left > 0; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const ms = Math.min(pause, left);
    const isCompleted = await Promise.race([completed.then(() => true), clock.after(ms, signal).then(() => false)]);
    left = isCompleted ? 0 : left - ms;
    const isLast = left <= 0;
    const hasGoneThrough = await isDone().catch((error: unknown) => {
      if (isLast || !isPassing(error)) throw error;
      return false;
    });
    if (hasGoneThrough) return true;
  }
  return false;
}

/** Too many calls, or a server that is away for a moment. Anything else may have done what was asked, or never will. */
function isPassing(error: unknown): boolean {
  const isLimited = error instanceof CallError && (error.code === "rate_limited" || error.code === "too_many_waiting");
  return isLimited || PASSING_STATUSES.has(statusOf(error));
}

function readPage(value: unknown): RequiredPage | undefined {
  const { elicitationId, message, url } = objectOf(value);
  if (typeof elicitationId !== "string" || typeof url !== "string") return undefined;
  return { elicitationId, url, message: stringOf(message) ?? "It is needed" };
}

function keyOf(server: string, elicitationId: string): string {
  return JSON.stringify([server, elicitationId]);
}
