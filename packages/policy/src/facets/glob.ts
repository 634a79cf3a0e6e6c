/**
 * Patterns in which `*` stands for any text.
 *
 * The work is at most the product of both lengths, whatever the pattern: no regular expression is made from text that
 * others wrote. A pattern lies within another exactly if the other matches it as if it were text: a `*` there can only
 * be swallowed by a `*` here. So `matchesGlob(outer, inner)` answers that question too.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  return matchesSequence(pattern, text, { star: "*", matches: (one, other) => one === other });
}

/** The same for any sequence, such as the segments of a path. */
export function matchesSequence(
  pattern: ArrayLike<string>,
  items: ArrayLike<string>,
  how: { readonly star: string; readonly matches: (pattern: string, item: string) => boolean },
): boolean {
  let at = 0;
  let item = 0;
  let afterStar = -1;
  let swallowed = 0;
  while (item < items.length) {
    const expected = pattern[at];
    if (expected === how.star) {
      afterStar = ++at;
      swallowed = item;
    } else if (expected !== undefined && how.matches(expected, items[item] ?? "")) {
      at++;
      item++;
    } else if (afterStar >= 0) {
      // Only the last star ever needs to swallow more: the parts before it already stand as far left as they can.
      at = afterStar;
      item = ++swallowed;
    } else {
      return false;
    }
  }
  while (pattern[at] === how.star) at++;
  return at === pattern.length;
}
