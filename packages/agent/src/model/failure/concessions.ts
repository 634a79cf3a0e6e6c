/**
 * What is asked for only as long as nobody objects. A provider that refuses one of these in so many words is asked again
 * without it.
 */

import type { FailureFacts } from "./failure-facts.ts";

export type Concession = "thoughts shown" | "thought level" | "images" | "audio" | "documents";

export function concessionFor(facts: FailureFacts): Concession | undefined {
  if (facts.status === undefined || ![400, 404, 415, 422, 500, 501].includes(facts.status)) return undefined;
  return REFUSALS.find(({ words }) => words.test(facts.text))?.concession;
}

interface Refusal {
  readonly concession: Concession;
  readonly words: RegExp;
}

const NOT_TAKEN =
  "(not support|unsupported|only supported|not enabled|not available|cannot|invalid|unrecognized|unknown)";

const REFUSALS: readonly Refusal[] = [
  { concession: "thoughts shown", words: /reasoning[._ ]summar|include_?thoughts/i },
  { concession: "thought level", words: both("(reasoning[._ ]?effort|thinking|reasoning)", NOT_TAKEN) },
  { concession: "images", words: both("(image[_ ]?(input|url|content)?s?|vision|multimodal)", NOT_TAKEN) },
  { concession: "images", words: /support image input|mmproj/i },
  { concession: "audio", words: both("(input_)?audio", NOT_TAKEN) },
  { concession: "documents", words: both("(pdf|documents?|input_file)", NOT_TAKEN) },
];

/** Both in one sentence, in any order. */
function both(one: string, other: string): RegExp {
  return new RegExp(`${one}[^.\\n]{0,80}${other}|${other}[^.\\n]{0,80}${one}`, "i");
}
