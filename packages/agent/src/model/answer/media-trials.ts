/**
 * Finds out which picture, sound or document a provider refuses: by the path in its words if there is one, else by
 * leaving out one after another, the newest first, then all of them. Bounded, whatever the history holds.
 */

import type { FailureFacts } from "../failure/failure-facts.ts";
import type { ModelErrorCode } from "../model-error.ts";
import type { MediaKind, MediaPart } from "../model.ts";
import type { GivenMedia } from "../prompt/media.ts";
import { namedMedia } from "./named-media.ts";

const MAX_ALONE = 4;
const MAX_NAMED = 3;

export interface MediaTrials {
  /** The bytes that the next request goes without, and what they are. */
  readonly leftOut: ReadonlyMap<string, MediaKind>;
  /** Chooses what to leave out next. False if the media cannot be the reason, or nothing is left to try. */
  next(refusal: MediaRefusal): boolean;
}

export interface MediaRefusal {
  readonly code: ModelErrorCode;
  readonly facts: FailureFacts;
  readonly given: readonly GivenMedia[];
}

/** `isProven`: the provider has answered a request with it before. */
export function createMediaTrials(isProven: (part: MediaPart) => boolean): MediaTrials {
  const named = new Map<string, MediaKind>();
  let trials: Map<string, MediaKind>[] | undefined;
  let leftOut: ReadonlyMap<string, MediaKind> = named;

  return {
    get leftOut() {
      return leftOut;
    },
    next({ code, facts, given }) {
      const isNamed = ABOUT_MEDIA.test(facts.words);
      if (given.length === 0 && leftOut.size === 0) return false;
      if (code !== "bad_request" && !(isNamed && MAY_BE_A_REFUSAL.has(code))) return false;
      const found = named.size < MAX_NAMED ? namedMedia(facts, given) : undefined;
      if (found) {
        named.set(found.data, found.type);
        leftOut = new Map(named);
        return true;
      }
      trials ??= planned(given, isNamed);
      const next = trials.shift();
      if (next) leftOut = new Map([...named, ...next]);
      return next !== undefined;
    },
  };

  function planned(given: readonly GivenMedia[], isNamed: boolean): Map<string, MediaKind>[] {
    const newest = given.map(({ part }) => part).toReversed();
    const unproven = newest.filter((part) => !isProven(part));
    const suspects = byData(unproven);
    // Those that were taken before are suspected only by a provider that speaks of media.
    const all = isNamed ? byData([...unproven, ...newest]) : suspects;
    const alone = [...all].slice(0, MAX_ALONE).map((each) => new Map([each]));
    const groups = all.size > suspects.size ? [suspects, all] : [all];
    return [...alone, ...groups.filter(({ size }) => size > 1)];
  }
}

// Some servers answer 500 to an image they cannot decode, or say it only in the stream.
const MAY_BE_A_REFUSAL: ReadonlySet<ModelErrorCode> = new Set(["overloaded", "broken_answer"]);

const ABOUT_MEDIA = /image|picture|pixel|multimodal|media|base64|audio|\bpdf|document/i;

function byData(parts: readonly MediaPart[]): Map<string, MediaKind> {
  return new Map(parts.map(({ data, type }) => [data, type]));
}
