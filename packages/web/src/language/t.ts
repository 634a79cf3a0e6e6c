/**
 * The page's texts in the language of the person: `t("New session")`.
 *
 * The law: the language is set once, before anything is drawn; another one takes a reload, which loses nothing that was typed.
 */

import { createTranslate, formatBytes, formatDuration, type Language, type PluralForms } from "@tenon/basis";

let spoken: Language = { tag: "en", translate: createTranslate() };

/** Speaks this language from now on. */
export function speak(language: Language): void {
  spoken = language;
}

/** The tag of the language, for `Intl`. */
export function languageTag(): string {
  return spoken.tag;
}

/** A text, with its values: `t({ one: "1 call", other: "{count} calls" }, { count })`. Only within functions. */
export function t(text: string | PluralForms, values?: Readonly<Record<string, string | number>>): string {
  return spoken.translate(text, values);
}

/** Marks a text of a constant, which is given to `t` where it is drawn. */
export function phrase<Text extends string>(text: Text): Text {
  return text;
}

/** `400 ms`, `6.4 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  return formatDuration(milliseconds, t);
}

/** `812 bytes`, `1.4 kB`. */
export function size(bytes: number): string {
  return formatBytes(bytes, t);
}
