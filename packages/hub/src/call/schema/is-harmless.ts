/**
 * Whether checking against this schema can only take a time that grows with its size: it is small, refers to nothing,
 * and has no regular expression. Most tools have such schemas.
 */
export function isHarmless(schema: object): boolean {
  let parts = 0;
  const look = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return true;
    parts += 1;
    if (parts > MOST_PARTS) return false;
    if (Array.isArray(value)) return value.every(look);
    return Object.entries(value).every(([key, part]) => !RISKY.has(key) && look(part));
  };
  return look(schema);
}

const MOST_PARTS = 500;

// A property that happens to have such a name only costs time.
const RISKY = new Set([
  "$anchor",
  "$dynamicRef",
  "$id",
  "$recursiveRef",
  "$ref",
  "id",
  "pattern",
  "patternProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
]);
