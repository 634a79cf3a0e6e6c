/**
 * What a tool does, judged by its verbs, and what a request wants done: the same few kinds for both.
 */

import { stem } from "./stem.ts";

export type Action = "read" | "create" | "change" | "delete" | "start" | "stop" | "open" | "close";

/** How much each action is in some words, given how much each word counts: only actions that are in there at all. */
export function actionsIn(words: Iterable<readonly [stem: string, weight: number]>): ReadonlyMap<Action, number> {
  const found = new Map<Action, number>();
  for (const [word, weight] of words) {
    const action = ACTION_BY_VERB.get(word);
    if (action) found.set(action, Math.max(found.get(action) ?? 0, weight));
  }
  return found;
}

const VERBS: readonly (readonly [Action, string])[] = [
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

const ACTION_BY_VERB: ReadonlyMap<string, Action> = new Map(
  VERBS.flatMap(([action, verbs]) => verbs.split(" ").map((verb) => [stem(verb), action] as const)),
);
