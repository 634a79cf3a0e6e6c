/**
 * Reads JSON that others wrote: a field has the type that is asked for, or it is not there.
 */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): readonly Item[] {
  if (!Array.isArray(value)) return [];
  // In a list of its own: an item that is a list itself must stay one.
  return value.flatMap((item) => {
    const taken = read(item);
    return taken === undefined ? [] : [taken];
  });
}

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A frame that cannot be read is a frame that says nothing.
    return undefined;
  }
}
