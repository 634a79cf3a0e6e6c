import { isObject } from "./json.ts";

// Deeper than any message of the protocols; a hostile one must not overflow the stack.
const MAX_DEPTH = 64;

/**
 * Whether two JSON values are equal, whatever the order of their keys; a key that is `undefined` counts as missing.
 * Beyond the depth limit the answer is no.
 */
export function isEqualJson(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqualJson(item, other[index], depth + 1));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isEqualJson(valueAt(one, key), valueAt(other, key), depth + 1));
}

/** Not what is inherited: `__proto__` and `constructor` are keys like any other in JSON. */
function valueAt(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
