import { isFields } from "./fields.ts";

// Deeper than any message of the protocol; a hostile one must not overflow the stack.
const MAX_DEPTH = 16;

/** Whether two JSON values say the same. Beyond a depth that no honest message has, it says no. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index], depth + 1));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name], depth + 1))
  );
}
