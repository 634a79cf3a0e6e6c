import { primaryTag } from "@tenon/basis";
import { sentenceIn } from "@tenon/timeline";

import { languageTag, t } from "./t.ts";

/** What an agent said, in the language of the page if it is a set sentence of ours. */
export function agentWords(text: string): string {
  return primaryTag(languageTag()) === "en" ? text : sentenceIn(t, text);
}
