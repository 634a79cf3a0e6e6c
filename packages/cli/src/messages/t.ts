/**
 * What the command line says, in the language of the user: `t("No tokens.")`.
 *
 * The law: the language is set once, when the program starts; nothing is translated while a module is loaded.
 */

import {
  createTranslate,
  formatBytes,
  formatDuration,
  type Language,
  type PluralForms,
  primaryTag,
} from "@tenon/basis";

let spoken: Language = { tag: "en", translate: createTranslate() };

/** Speaks this language from now on. */
export function speak(language: Language): void {
  spoken = language;
}

/** `en` or `zh`, for a page. */
export function languageTag(): string {
  return primaryTag(spoken.tag);
}

/** A text, with its values: `t({ one: "1 tool", other: "{count} tools" }, { count })`. Only within functions. */
export function t(text: string | PluralForms, values: Readonly<Record<string, string | number>> = {}): string {
  // As they are: a port or a limit is typed again, and 1,234 would not be understood.
  const written = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return spoken.translate(text, Object.fromEntries(written));
}

/** Marks a text of a constant, or of a record, which is given to `t` where it is shown. */
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
