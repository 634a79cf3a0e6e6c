import { findValues } from "../fill/find-values.ts";

// They are in every request and ask for nothing.
const COMMON: ReadonlySet<string> = new Set(
  `a about after all also am an and any anything are as at be been before but by can could did do does for from get give had has
   have her here him his how i if in into is it its just let like m may me might mine more most much my need no not now of off
   ok on one or our out over please put re s she should so some something t than that the their them then there these they
   thing this those to too tool up us use using ve very want was we were what when where which while who why will with would
   yes you your`.split(/\s+/),
);

/** The words by which a request can be understood, in lower case, without its values. */
export function requestWords(request: string): readonly string[] {
  const values = findValues(request.replace(/:\s[\s\S]*$/, ""));
  const words = values.flatMap(({ kind, isQuoted, text }) => (kind === undefined && !isQuoted ? [text] : []));
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !COMMON.has(word));
}

/** What it begins with, after any courtesies: in an instruction, the verb. */
export function firstWord(request: string): string {
  const match = /^\W*(?:(?:please|now|(?:can|could|would|will) you)\s+)*(\p{L}+)/iu.exec(request);
  return match?.[1]?.toLowerCase() ?? "";
}
