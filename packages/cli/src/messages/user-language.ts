import { type Language, type Languages, openLanguage } from "@tenon/basis";

/** One file for each language besides English. */
const LANGUAGES: Languages = {
  zh: async () => (await import("./zh.ts")).zh,
};

/** The user's language, as POSIX names it: LC_ALL before LC_MESSAGES before LANG. */
export async function userLanguage(environment: Readonly<Record<string, string | undefined>>): Promise<Language> {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const wanted = [LC_ALL, LC_MESSAGES, LANG].find((each) => each !== undefined && each !== "");
  return await openLanguage(wanted === undefined ? [] : [wanted], LANGUAGES);
}
