/**
 * Server-sent events as text.
 */

/** One event; a string is sent as it is, anything else as JSON. */
export function serverSentEvent(data: unknown, options: { readonly event?: string } = {}): string {
  const name = options.event === undefined ? "" : `event: ${options.event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
