/**
 * Patterns in which `*` stands for any text.
 *
 * The work is at most the product of both lengths, whatever the pattern: no regular expression is made from text that
 * others wrote. `matchesGlob(outer, inner)` also says whether one pattern lies within another: a `*` in the inner one
 * can only be matched by a `*` in the outer.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  return matchesSequence(pattern, text, {
    isStar: (part) => part === "*",
    matches: (part, item) => part === item,
  });
}

/** The same for any sequence, such as the segments of a path. */
export function matchesSequence<Part, Item>(
  pattern: ArrayLike<Part>,
  items: ArrayLike<Item>,
  { isStar, matches }: { isStar(part: Part): boolean; matches(part: Part, item: Item): boolean },
): boolean {
  let part = 0;
  let item = 0;
  let afterStar = -1;
  let taken = 0;
  const isStarAt = (index: number) => index < pattern.length && isStar(pattern[index]!);
  while (item < items.length) {
    if (isStarAt(part)) {
      afterStar = ++part;
      taken = item;
    } else if (part < pattern.length && matches(pattern[part]!, items[item]!)) {
      part++;
      item++;
    } else if (afterStar >= 0) {
      // Only the last star ever needs to take more: the parts before it already stand as far left as they can.
      part = afterStar;
      item = ++taken;
    } else {
      return false;
    }
  }
  while (isStarAt(part)) part++;
  return part === pattern.length;
}
