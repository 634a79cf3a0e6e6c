/**
 * Whether two words are one slip of the finger apart: a letter too many, too few, wrong, or two in the wrong order.
 * Short words are left alone, and so is the first letter: most words are one letter away from some other.
 */

const SHORTEST = 5;

export function isOneSlipAway(a: string, b: string): boolean {
  if (a.length < SHORTEST || b.length < SHORTEST || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at);
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1);
  const areSwapped = a[at] === b[at + 1] && a[at + 1] === b[at];
  return a.slice(at + 1) === b.slice(at + 1) || (areSwapped && a.slice(at + 2) === b.slice(at + 2));
}
