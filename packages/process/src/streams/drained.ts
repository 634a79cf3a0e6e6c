import { once } from "node:events";
import type { Readable } from "node:stream";

import { within } from "@tenon/basis";

// Only another process that holds the pipe makes us wait this long; what the child wrote is in it already.
const DRAIN_MS = 100;

/** Resolves when a flowing stream has ended, or when what was in its pipe has been read. Never rejects. */
export async function drained(stream: Readable): Promise<void> {
  if (stream.closed) return;
  const closed = once(stream, "close").then(
    () => true,
    () => true,
  );
  if (await within(DRAIN_MS, closed)) return;
  // Timers run before input: after a blocked event loop the time may be up with the pipe still unread.
  await new Promise((resolve) => setImmediate(resolve));
}
