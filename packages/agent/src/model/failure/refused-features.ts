/**
 * What is requested only as long as the provider does not object. A provider that refuses one of these in so many words is asked again
 * without it.
 */

import type { MediaKind } from "../model.ts";
import type { FailureFacts } from "./failure-facts.ts";

export type Feature = "thoughts shown" | "thought level" | MediaKind;

/** For media: the model takes none of the kind. What it says of one broken image is not meant here. */
export function refusedFeature(facts: FailureFacts): Feature | undefined {
  if (facts.status === undefined || ![400, 404, 415, 422, 500, 501].includes(facts.status)) return undefined;
  return REFUSALS.find(({ words }) => words.test(facts.text))?.feature;
}

interface Refusal {
  readonly feature: Feature;
  readonly words: RegExp;
}

const NOT_TAKEN =
  "(not support|unsupported|only supported|not enabled|not available|cannot|invalid|unrecognized|unknown)";

const REFUSALS: readonly Refusal[] = [
  { feature: "thoughts shown", words: /reasoning[._ ]summar|include_?thoughts/i },
  { feature: "thought level", words: both("(reasoning[._ ]?effort|thinking|reasoning)", NOT_TAKEN) },
  { feature: "image", words: noneTaken("(image[_ ]?(inputs?|urls?|content)|images|vision|multimodal input)") },
  {
    feature: "image",
    words: /support image input|mmproj|not a multimodal model|unknown variant `image_url`|at most 0 image/i,
  },
  { feature: "audio", words: noneTaken("(input_audio|audio[_ ]?inputs?|audio)") },
  { feature: "document", words: noneTaken("(pdf[_ ]?inputs?|pdfs?|documents|input_file)") },
];

/** "This model does not support image input", and not "unsupported image" or "the image is invalid". */
function noneTaken(kind: string): RegExp {
  const verb = "(support|accept|allow|take)(ed|s)?";
  return new RegExp(
    [
      `(not|n't|cannot|only) ${verb} ${kind}\\b`,
      `${kind}[^.\\n]{0,20} (is|are) (not (supported|enabled|available|allowed)|only supported|unsupported)`,
      `${kind} not (supported|enabled|available)`,
    ].join("|"),
    "i",
  );
}

/** Both in one sentence, in any order. */
function both(one: string, other: string): RegExp {
  return new RegExp(`${one}[^.\\n]{0,80}${other}|${other}[^.\\n]{0,80}${one}`, "i");
}
