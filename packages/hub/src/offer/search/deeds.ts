/**
 * What a tool does, told from its verbs, and what a request wants done: the same few kinds for both.
 */

import { stem } from "./stem.ts";

export type Deed = "read" | "create" | "change" | "delete" | "start" | "stop" | "open" | "close";

/** How much each deed is in some words, given how much each word counts: only deeds that are in there at all. */
export function deedsIn(words: Iterable<readonly [stem: string, weight: number]>): ReadonlyMap<Deed, number> {
  const found = new Map<Deed, number>();
  for (const [word, weight] of words) {
    const deed = DEED_BY_VERB.get(word);
    if (deed) found.set(deed, Math.max(found.get(deed) ?? 0, weight));
  }
  return found;
}

const VERBS: readonly (readonly [Deed, string])[] = [
  [
    "read",
    "get list read show view find search query describe count status diff log logs blame explain check retrieve",
  ],
  ["read", "fetch stats info tree history snapshot screenshot compare inspect"],
  ["create", "create add insert new make write init initialize post clone upload append generate save export"],
  ["change", "update edit modify set patch rename move replace change amend"],
  ["delete", "delete remove drop clear clean erase discard purge destroy forget uninstall"],
  ["start", "start begin launch trigger enable connect"],
  ["stop", "stop end halt cancel abort disable disconnect"],
  ["open", "open"],
  ["close", "close"],
];

const DEED_BY_VERB: ReadonlyMap<string, Deed> = new Map(
  VERBS.flatMap(([deed, verbs]) => verbs.split(" ").map((verb) => [stem(verb), deed] as const)),
);
