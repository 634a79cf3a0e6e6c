/**
 * The events of a stream over HTTP (server-sent events), one line of data each.
 */

import type { IncomingMessage } from "node:http";

import { createLineSplitter } from "@tenon/basis";

const MAX_EVENT_BYTES = 64 * 1024 * 1024;
const DATA = "data: ";

/** Reads on when an event was taken. `onBytes` is called at every sign of life. */
export async function* eventsOf(response: IncomingMessage, onBytes: () => void): AsyncGenerator<string> {
  const events: string[] = [];
  const lines = createLineSplitter({
    maxBytes: MAX_EVENT_BYTES,
    onLine: (line) => void (line.startsWith(DATA) && events.push(line.slice(DATA.length))),
    onTooLong() {
      throw new Error("A message from the gateway is too large");
    },
  });
  for await (const chunk of response) {
    onBytes();
    lines.push(chunk);
    yield* events.splice(0);
  }
}
