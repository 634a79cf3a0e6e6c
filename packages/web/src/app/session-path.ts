/** The address of a session in the page. */
export function sessionPath(sessionId: string): string {
  return `/s/${encodeURIComponent(sessionId)}`;
}

export function sessionIdOf(path: string): string | undefined {
  const id = /^\/s\/([^/]+)$/u.exec(path)?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
}
