import { sentenceIn } from "@tenon/timeline";

import { languageTag, t } from "./t.ts";

/** What an agent said, in the language of the user if it is a set sentence of ours. */
export function agentWords(text: string): string {
  return languageTag() === "en" ? text : sentenceIn(t, text);
}
