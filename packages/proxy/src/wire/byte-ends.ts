/**
 * The two ends of the wire as bytes: lines from the client, lines from the agent.
 *
 * What the client writes is passed on whatever it is, for the agent to refuse. What the agent writes beside its messages
 * (logs, banners) is kept from the client: editors break on it [B-02, B-10]. A message over the limit or nested too deep
 * is not carried by either: its request gets an error [B-03].
 */

import type { Readable } from "node:stream";

import { type ByteLines, createByteLines, parseMessage } from "@tenon/basis";
import { createMessageReader, decodeUtf8, substituteForDeep, substituteForLong } from "@tenon/client";
import { type ErrorResponse, standInFor } from "@tenon/journal/stream";
import { isDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

import type { Frame } from "./frame.ts";

export interface EndListeners {
  /** A promise if nothing more may come until then. */
  onFrame(frame: Frame): Promise<void> | undefined;
  /** A message that is not carried: `onward` takes its place, `back` answers its sender. */
  onRefused(refused: { readonly onward?: ErrorResponse; readonly back?: ErrorResponse }, problem: string): void;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const TOO_LONG = `The message exceeds the limit of ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`;
const TOO_DEEP = `The message nests deeper than the limit of ${MAX_JSON_DEPTH} levels`;

/** Resolves when the client has closed its end. */
export function readClient(input: Readable, { onFrame, onRefused }: EndListeners): Promise<void> {
  return pump(input, (wait) =>
    createByteLines({
      maxBytes: MAX_MESSAGE_BYTES,
      ownsChunks: true,
      onLine(line) {
        const text = decodeUtf8(line).trim();
        if (isDeeperThan(text, MAX_JSON_DEPTH)) return onRefused(standInFor(parseMessage(text), TOO_DEEP), TOO_DEEP);
        wait(onFrame({ message: parseMessage(text), text, line }));
      },
      onTooLong: (head) => onRefused(standInFor(headMessage(decodeUtf8(head)), TOO_LONG), TOO_LONG),
    }),
  );
}

/** Resolves when the agent has closed its output. */
export function readAgent(
  output: Readable,
  { onFrame, onRefused, onNoise }: EndListeners & { onNoise(line: string): void },
): Promise<void> {
  return pump(output, (wait) =>
    createMessageReader({
      maxBytes: MAX_MESSAGE_BYTES,
      onNoise,
      onMessage(message, text, line) {
        if (!isDeeperThan(text, MAX_JSON_DEPTH)) return wait(onFrame({ message, text, line }));
        onRefused(standInFor(substituteForDeep(message), TOO_DEEP), TOO_DEEP);
      },
      onTooLong: (head) => onRefused(standInFor(headMessage(head), TOO_LONG), TOO_LONG),
    }),
  );
}

function headMessage(head: string): unknown {
  return substituteForLong(head, { maxBytes: MAX_MESSAGE_BYTES });
}

/** Reads no further while a frame has to wait. */
async function pump(
  input: Readable,
  createReader: (wait: (until: Promise<void> | undefined) => void) => ByteLines,
): Promise<void> {
  let waiting: Promise<void> | undefined;
  const reader = createReader((until) => {
    if (until) waiting = until;
  });
  const ended = Promise.withResolvers<void>();
  input.on("data", (chunk: Uint8Array) => {
    reader.push(chunk);
    if (!waiting) return;
    input.pause();
    void waiting.then(() => input.resume());
    waiting = undefined;
  });
  input.once("end", ended.resolve);
  input.once("close", ended.resolve);
  input.once("error", ended.resolve); // A broken pipe is an end like any other.
  await ended.promise;
  reader.end();
}
