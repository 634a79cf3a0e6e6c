const LONGEST = 200;

/** The first sentence on one line, or what of it fits. */
export function firstSentence(text: string, longest = LONGEST): string {
  const sentence = /^.*?[.!?。](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim();
  const line = sentence.replace(/\s+/g, " ");
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}
