/**
 * Brings the forms of a word together, without a dictionary.
 *
 * `stem` is careful and made for English, the language nearly all tools are described in. `rootOf` is bold and made for
 * every language with European endings: words of one root are related, not equal, and should count for less.
 */

export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return dropEnding(singular(word)).replace(/([^aeiou])y$/, "$1i");
}

export function rootOf(stemmed: string): string {
  const ending = ROOT_ENDINGS.find((ending) => stemmed.length >= ending.length + 4 && stemmed.endsWith(ending));
  return ending === undefined ? stemmed : rootOf(stemmed.slice(0, -ending.length));
}

function singular(word: string): string {
  if (/(?:ss|us|is|^news)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}

function dropEnding(word: string): string {
  for (const ending of ["ing", "ed", "ion", "e"]) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length < 3 || !/[aeiouy]/.test(rest) || word.endsWith("eed")) return word;
    // stopping, stopped: the doubled letter belongs to the ending. Not in filling or passing.
    return ending === "ing" || ending === "ed" ? rest.replace(/([bdgmnprt])\1$/, "$1") : rest;
  }
  return word;
}

const ROOT_ENDINGS: readonly string[] = [
  ..."ungen amente mente ements ement ments ment ateur adores adoras ador adora atore atori".split(" "),
  ..."ung ern ieren iert iren ando endo iendo ando ados adas idos idas ado ada ido ida ables able ible".split(" "),
  ..."aient ions ion eurs eur euse age ance ence ator ers ems ens ent ant ons ez er en em es os as ar ir is".split(" "),
  ..."al ic or at an e n o a i s".split(" "),
].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
