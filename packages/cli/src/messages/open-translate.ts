import { type Languages, openLanguage, type Translate } from "@tenon/basis";

/** One file for each language besides English. */
const LANGUAGES: Languages = {
  zh: async () => (await import("./zh.ts")).zh,
};

/** For the user's language, as POSIX names it: LC_ALL before LC_MESSAGES before LANG. */
export async function openTranslate(environment: Readonly<Record<string, string | undefined>>): Promise<Translate> {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const wanted = [LC_ALL, LC_MESSAGES, LANG].find((each) => each !== undefined && each !== "");
  return (await openLanguage(wanted === undefined ? [] : [wanted], LANGUAGES)).translate;
}
