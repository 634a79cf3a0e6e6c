import { type Languages, openLanguage, primaryTag } from "@tenon/basis";

import { languageTag, speak } from "./t.ts";

/** One file for each language besides English, loaded when it is wanted. */
const LANGUAGES: Languages = {
  zh: async () => (await import("./zh.ts")).zh,
};

/** Speaks the first of these languages that the page has. A file that cannot be loaded leaves it English. */
export async function speakFirstOf(wanted: readonly string[], root: HTMLElement): Promise<void> {
  speak(await openLanguage(wanted, LANGUAGES).catch(() => openLanguage([], {})));
  root.lang = languageTag();
}

/** What the page can speak, each by its own name. */
export function languageChoices(): readonly {
  readonly tag: string;
  readonly name: string;
  readonly isSpoken: boolean;
}[] {
  return ["en", ...Object.keys(LANGUAGES)].map((tag) => ({
    tag,
    name: new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag,
    isSpoken: primaryTag(languageTag()) === tag,
  }));
}
