/**
 * Reads messages from outside, which may hold anything: what is malformed counts as absent [R160], and nothing throws.
 */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An empty title or name is one that has not come yet, and must not wipe out one that has [AB-04]. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The items that are what they should be; undefined if there is no list at all. */
export function listOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): readonly Item[] | undefined {
  return Array.isArray(value) ? value.filter(isItem) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}
