// They are in every request and in every description.
const COMMON = new Set(
  "a an and are as at be by call can do for from give in is it its me my of on or please that the this to tool use using what which with you".split(
    " ",
  ),
);

/** The words of a text or of a name in any casing, in lower case, plural as singular, without the commonest ones. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word))
    .filter((word) => word !== "" && !COMMON.has(word));
}
