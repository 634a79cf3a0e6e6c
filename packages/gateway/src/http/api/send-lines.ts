import type { Context } from "hono";
import { stream } from "hono/streaming";

import type { HttpEnvironment } from "./http-environment.ts";

const MAX_PIECE_LENGTH = 64 * 1024;

/** Answers with lines as they come. If they break off, so does the connection: what has arrived must not pass for all. */
export function sendLines(context: Context<HttpEnvironment>, lines: AsyncIterable<string>): Response {
  context.header("Content-Type", "application/x-ndjson; charset=utf-8");
  return stream(context, async (body) => {
    try {
      for await (const piece of joined(lines)) {
        if (body.aborted) return;
        await body.write(piece);
      }
    } catch (error) {
      context.env.outgoing.destroy();
      throw error;
    }
  });
}

/** Several lines at a time: each piece costs as much as a line. */
async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < MAX_PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
