/**
 * Writes a stream to a response, in the pieces a test asks for. The head goes out with the first piece.
 *
 * Every event, or piece of one, is an HTTP chunk of its own, so that a client reads it as one even if the network joins
 * several.
 */

import type { ServerResponse } from "node:http";

export interface StreamWriter {
  /** Settles when everything has been handed to the network, or when the response is over. */
  write(events: readonly string[]): Promise<void>;
}

export interface StreamWriterOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly over: AbortSignal;
  /** Cuts every event into pieces of so many bytes, wherever that falls. */
  readonly bytesPerWrite: number | undefined;
}

export function createStreamWriter(response: ServerResponse, options: StreamWriterOptions): StreamWriter {
  const { headers, over, bytesPerWrite } = options;
  return {
    async write(events) {
      if (!response.headersSent) response.writeHead(200, { "cache-control": "no-cache", ...headers });
      const pieces = events.flatMap((event) => cut(Buffer.from(event), bytesPerWrite));
      // One after the other: what is written in the same moment leaves as a single chunk.
      for (const piece of pieces) await written(piece);
    },
  };

  async function written(piece: Uint8Array): Promise<void> {
    if (over.aborted) return;
    // A client that leaves may leave a write without its callback; the end of the response is what is certain.
    const { promise, resolve } = Promise.withResolvers<void>();
    const settle = () => resolve();
    over.addEventListener("abort", settle, { once: true });
    response.write(piece, settle);
    await promise;
    over.removeEventListener("abort", settle);
  }
}

function cut(bytes: Uint8Array, size: number = bytes.length): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
