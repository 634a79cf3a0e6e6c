/**
 * One reader of a feed. Frames are fetched as fast as the reader takes them and no faster, so a slow one costs only a small
 * buffer.
 */

import type { Duplex } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";

import { WebSocket } from "ws";

import { CAUGHT_UP } from "../../feed/frame.ts";
import type { Frame } from "../../gateway.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { gatherWrites } from "./gather-writes.ts";

export interface FeedOptions {
  /** What the WebSocket writes to. */
  readonly connection: Duplex;
  /** How much may wait in the socket before no more is fetched, in bytes. */
  readonly readerBytes: number;
  /** Several frames may come in one message, a line each: a browser takes longer over a message than over a frame. */
  readonly isInLines: boolean;
  readonly onFrame: (frame: Frame) => void;
}

/** Resolves when the frames have ended or the reader has gone. Does not close the socket. */
export async function sendFrames(
  socket: WebSocket,
  open: (signal: AbortSignal) => AsyncIterable<Frame>,
  { connection, readerBytes, isInLines, onFrame }: FeedOptions,
): Promise<void> {
  const gone = new AbortController();
  const gather = gatherWrites(connection);
  const lines = createLines((text) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    gather();
    socket.send(text);
  });
  socket.once("close", () => gone.abort());
  try {
    let sinceRound = 0;
    for await (const frame of open(gone.signal)) {
      if (socket.readyState !== WebSocket.OPEN) return;
      onFrame(frame);
      if (isInLines && socket.bufferedAmount <= readerBytes) lines.add(frame);
      else if (socket.bufferedAmount > readerBytes) {
        lines.flush();
        // Called with an error if the socket closes first.
        await new Promise<void>((resolve) => socket.send(frame, () => resolve()));
        sinceRound = 0;
        continue;
      } else {
        gather();
        socket.send(frame);
      }
      // A long history that is all in memory must not keep the others waiting.
      sinceRound += 1;
      if (sinceRound % FRAMES_PER_ROUND === 0) await nextRound();
    }
  } finally {
    lines.flush();
    gone.abort();
  }
}

const FRAMES_PER_ROUND = 256;
const MAX_BATCH_LENGTH = 64 * 1024;

/** Gives what was added until the event loop goes on as one text. */
function createLines(give: (text: string) => void) {
  let held: Frame[] = [];
  let length = 0;
  function flush(): void {
    if (held.length > 0) give(held.join("\n"));
    held = [];
    length = 0;
  }
  return {
    add(frame: Frame) {
      if (held.length === 0) setImmediate(flush);
      held.push(frame);
      length += frame.length;
      if (length > MAX_BATCH_LENGTH) flush();
    },
    flush,
  };
}

// To measure each frame for each reader would cost more than to send it.
const FRAMES_PER_MEASURE = 64;

/** Counts the frames of one reader, and measures some of those that it gets while it is not behind. */
export function frameCounter(metrics: Metrics, now: () => number): (frame: Frame) => void {
  let count = 0;
  let isBehind = true;
  return (frame) => {
    metrics.countFrame();
    count += 1;
    if (isBehind) isBehind = frame !== CAUGHT_UP;
    else if (count % FRAMES_PER_MEASURE === 0) {
      const [, at] = /^\{"seq":\d+,"at":(\d+)/.exec(frame) ?? [];
      if (at !== undefined) metrics.observeLag(Math.max(0, now() - Number(at)) / 1000);
    }
  };
}
