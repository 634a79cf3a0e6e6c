/**
 * The resources that requests of 2026-07-28 follow: the SDK answers `subscriptions/listen` by itself, so that their servers
 * learn of it here.
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import type { Subscriptions } from "../passing/subscriptions.ts";

/** Follows what the message asks for, until it is disposed of; undefined if it asks for nothing. */
export function listening(message: unknown, subscriptions: Pick<Subscriptions, "follow">): Disposable | undefined {
  const { method, params } = objectOf(message);
  if (method !== "subscriptions/listen") return undefined;
  const uris = itemsOf(objectOf(objectOf(params)["notifications"])["resourceSubscriptions"]);
  const ending = new AbortController();
  const following = uris.map(async (uri) => {
    const followed = await subscriptions.follow(stringOf(uri) ?? "", ending.signal);
    ending.signal.addEventListener("abort", () => followed[Symbol.dispose](), { once: true });
    if (ending.signal.aborted) followed[Symbol.dispose]();
  });
  // One that is not permitted, or unknown, has no updates.
  void Promise.allSettled(following);
  return { [Symbol.dispose]: () => ending.abort() };
}
