/**
 * Carries bytes on in other chunks than they came in, the way operating systems do: cut inside a character, or several
 * lines in one. The bytes and their order never change.
 */

import { setImmediate as nextTurn } from "node:timers/promises";

import type { Duplex } from "./duplex.ts";
import { seededRandom } from "./seeded-random.ts";

export type Chunking =
  | { readonly type: "every"; readonly bytes: number }
  | { readonly type: "random"; readonly seed: number; readonly largest: number }
  /** Everything that was written before the reader's turn came, in one chunk. */
  | { readonly type: "merged" };

export function bytePipe(chunking: Chunking): TransformStream<Uint8Array, Uint8Array> {
  if (chunking.type === "merged") return merging();
  if (chunking.type === "every") return splitting(() => chunking.bytes);
  const random = seededRandom(chunking.seed);
  return splitting(() => 1 + Math.floor(random() * chunking.largest));
}

/** The same end of a connection, with both directions carried through pipes of this kind. */
export function rechunked(end: Duplex<Uint8Array>, chunking: Chunking): Duplex<Uint8Array> {
  const outgoing = bytePipe(chunking);
  // The pipe's own ends report the failure too, to their reader and writer.
  outgoing.readable.pipeTo(end.writable).catch(() => {});
  return { readable: end.readable.pipeThrough(bytePipe(chunking)), writable: outgoing.writable };
}

function splitting(nextSize: () => number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      for (let start = 0; start < chunk.length;) {
        const end = start + nextSize();
        controller.enqueue(chunk.slice(start, end));
        start = end;
      }
    },
  });
}

function merging(): TransformStream<Uint8Array, Uint8Array> {
  let waiting: Uint8Array[] = [];
  let flush: Promise<void> | undefined;
  return new TransformStream({
    transform(chunk, controller) {
      waiting.push(chunk);
      flush ??= nextTurn().then(() => {
        controller.enqueue(new Uint8Array(Buffer.concat(waiting)));
        waiting = [];
        flush = undefined;
      });
      // Fails only when the reader has gone.
      flush.catch(() => {});
    },
    flush: () => flush,
  });
}
