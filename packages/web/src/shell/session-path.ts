/** The address of a session in the page. */
export function sessionPath(sessionId: string): string {
  return `/s/${encodeURIComponent(sessionId)}`;
}

/** The address of an entry: the number of a record that it was made from. */
export function entryPath(sessionId: string, seq: number): string {
  return `${sessionPath(sessionId)}#at=${seq}`;
}

/** The record that the address names. */
export function seqOf(hash: string): number | undefined {
  const seq = Number(/^#at=(\d+)$/u.exec(hash)?.[1]);
  return Number.isSafeInteger(seq) ? seq : undefined;
}

export function sessionIdOf(path: string): string | undefined {
  const id = /^\/s\/([^/]+)$/u.exec(path)?.[1];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    // Not valid percent-encoding: no session has this id.
    return id;
  }
}
