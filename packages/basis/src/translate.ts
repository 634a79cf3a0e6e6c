/**
 * Messages in the language of the user. The English text is the key, so that code stays readable and a translation that
 * is missing is English; a test in each room says which may be missing: none.
 */

/** By their English text, in which `{name}` stands for a value. */
export type Translations = Readonly<Record<string, string>>;

export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

export function createTranslate(translations: Translations = {}): Translate {
  return (text, values = {}) => {
    const translated = Object.hasOwn(translations, text) ? (translations[text] ?? text) : text;
    return translated.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
  };
}

/** The first of these languages that is known, by its primary tag: `zh` for `zh-Hans-CN` and `zh_CN.UTF-8`. */
export function knownLanguage<Known extends string>(
  wanted: readonly string[],
  known: readonly Known[],
): Known | undefined {
  const tags = wanted.map((tag) => tag.split(/[-_.@]/)[0]?.toLowerCase());
  return tags.flatMap((tag) => known.filter((each) => each === tag))[0];
}
