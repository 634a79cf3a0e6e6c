/**
 * `/api/sessions/:id/records`: an earlier part of a session, from a checkpoint on, for a reader of its end.
 */

import { CHECKPOINT_FORMAT } from "@tenon/timeline";
import { Hono } from "hono";
import { stream } from "hono/streaming";

import { checkpointFrame } from "../../feed/frame.ts";
import { apiFailure } from "./api-failure.ts";
import type { ApiOptions } from "./api.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may } from "./may.ts";
import { noSession } from "./session-routes.ts";

export function recordRoutes({ gateway: { sessions } }: ApiOptions): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.get("/:id/records", may("look"), async (context) => {
    const id = context.req.param("id");
    const { before, records: count, checkpoint: format } = context.req.query();
    const [end, records] = [Number(before), Number(count)];
    if (!Number.isSafeInteger(end) || end < 1 || !Number.isSafeInteger(records) || records < 1) {
      return apiFailure(400, "bad_range", '"before" and "records" must be positive integers');
    }
    if (!(await sessions.get(id))) return noSession();
    // Another version of the page cannot go on from a checkpoint of this one.
    const isKnown = format === String(CHECKPOINT_FORMAT);
    const checkpoint = isKnown ? await sessions.checkpoint(id, { before: end, records }) : undefined;
    context.header("Content-Type", "application/x-ndjson; charset=utf-8");
    return stream(context, async (body) => {
      if (checkpoint) await body.write(`${checkpointFrame(checkpoint)}\n`);
      for await (const lines of joined(sessions.records(id, { after: (checkpoint?.seq ?? 1) - 1, before: end }))) {
        if (body.aborted) return;
        await body.write(lines);
      }
    });
  });
  return routes;
}

const MAX_PIECE_LENGTH = 64 * 1024;

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
