/**
 * Makes an id for a new thing of a kind. A program passes `(kind) => `${kind}-${randomUUID()}``; a test passes
 * `countingIds()` and knows every id beforehand.
 */
export type NewId = (kind: string) => string;

/** `session-1`, `session-2`, `tool-call-1`, …: counted for each kind by itself. */
export function countingIds(): NewId {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}-${count}`;
  };
}
