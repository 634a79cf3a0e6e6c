import { editDistance } from "@tenon/basis";

const MIN_LENGTH = 5;

/** Whether one word may be a typo of the other. Short words and other first letters are not: most are another word. */
export function isTypo(a: string, b: string): boolean {
  const isComparable = a.length >= MIN_LENGTH && b.length >= MIN_LENGTH && a[0] === b[0];
  return isComparable && Math.abs(a.length - b.length) <= 1 && editDistance(a, b) <= 1;
}
