/**
 * Which of the media in a request a provider means, if it names it by its path: `messages.2.content.0.image.source`,
 * `input[3].content[1].image_url`.
 */

import { isObject, valueAt } from "@tenon/basis";

import type { FailureFacts } from "../failure/failure-facts.ts";
import type { MediaPart } from "../model.ts";
import type { GivenMedia } from "../prompt/media.ts";

const PATH = /\b(?:messages|input|contents)(?:\.\w+|\[\d+\])+/g;

export function namedMedia({ text, request }: FailureFacts, given: readonly GivenMedia[]): MediaPart | undefined {
  for (const [path] of text.matchAll(PATH)) {
    const value = followed(
      request,
      path.split(/[.[\]]+/).filter((key) => key !== ""),
    );
    const found = given.filter(({ sent }) => holds(value, sent));
    // A path that leads to a message with several says nothing of one of them.
    if (found.length === 1) return found[0]?.part;
  }
  return undefined;
}

/** As far as the path leads: some of its names are those of kinds, which are no keys. */
function followed(body: unknown, path: readonly string[]): unknown {
  return path.reduce((value: unknown, key) => {
    const next = valueAt(value, Array.isArray(value) ? Number(key) : key);
    return next === undefined ? value : next;
  }, body);
}

function holds(value: unknown, sent: string): boolean {
  if (typeof value === "string") return value.endsWith(sent);
  if (Array.isArray(value)) return value.some((each) => holds(each, sent));
  return isObject(value) && Object.values(value).some((each) => holds(each, sent));
}
