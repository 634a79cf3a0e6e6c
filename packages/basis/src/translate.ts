/**
 * Messages in the language of the user. The English text is the key, so that code stays readable and a translation that
 * is missing is English; a test in each room says which may be missing: none.
 */

/** The forms of a text that counts something, by the plural rule of its `count`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** By their English text, in which `{name}` stands for a value; plural forms by the English `other`. */
export type Translations = Readonly<Record<string, string | PluralForms>>;

export type Translate = (text: string | PluralForms, values?: Readonly<Record<string, string | number>>) => string;

/** One file for each language besides English. */
export type Languages = Readonly<Record<string, () => Promise<Translations>>>;

export interface Language {
  /** As `Intl` takes it: `en-GB`. */
  readonly tag: string;
  readonly translate: Translate;
}

/** The first of these languages that there is a file for, by its primary tag: `zh` for `zh-Hans-CN` and `zh_CN.UTF-8`. */
export async function openLanguage(wanted: readonly string[], languages: Languages): Promise<Language> {
  const isKnown = (tag: string) => primaryTag(tag) === "en" || Object.hasOwn(languages, primaryTag(tag));
  const tag = wanted.map((each) => each.replace(/[.@].*$/u, "").replaceAll("_", "-")).find(isKnown) ?? "en";
  return { tag, translate: createTranslate(tag, await languages[primaryTag(tag)]?.()) };
}

export function createTranslate(tag = "en", translations: Translations = {}): Translate {
  // Made on first use: most programs translate nothing, and Intl takes milliseconds to load.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return (text, values = {}) => {
    const key = typeof text === "string" ? text : text.other;
    const found = Object.hasOwn(translations, key) ? (translations[key] ?? text) : text;
    const form = typeof found === "string" ? found : (found[ruleOf(values["count"])] ?? found.other);
    return form.replaceAll(/\{(\w+)\}/gu, (mark, name: string) => {
      const value = values[name] ?? mark;
      return typeof value === "number" ? (numbers ??= new Intl.NumberFormat(tag)).format(value) : value;
    });
  };

  function ruleOf(count: unknown): Intl.LDMLPluralRule {
    return (plurals ??= new Intl.PluralRules(tag)).select(Number(count));
  }
}

/** `zh` of `zh-Hans-CN`. */
export function primaryTag(tag: string): string {
  return (tag.split("-")[0] ?? tag).toLowerCase();
}
