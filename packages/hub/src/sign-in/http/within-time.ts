import type { FetchLike } from "@modelcontextprotocol/client";

// Longer than any authorization server in its right mind takes.
export const CONVERSATION_MS = 30_000;

/** For one conversation with an authorization server: all its requests together take no longer. */
export function withinTime(
  fetch: FetchLike,
  { signal, limitMs = CONVERSATION_MS }: { readonly signal?: AbortSignal; readonly limitMs?: number | undefined } = {},
): FetchLike {
  const deadline = AbortSignal.timeout(limitMs);
  const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
  return (url, init) => fetch(url, { ...init, signal: either });
}
