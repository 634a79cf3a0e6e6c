import type { FetchLike } from "@modelcontextprotocol/client";

// Longer than any authorization server in its right mind takes.
export const CONVERSATION_MS = 30_000;

/** For one conversation with an authorization server: all its requests together take no longer. */
export function withinTime(fetch: FetchLike, signal?: AbortSignal): FetchLike {
  const deadline = AbortSignal.timeout(CONVERSATION_MS);
  const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
  return (url, init) => fetch(url, { ...init, signal: either });
}
