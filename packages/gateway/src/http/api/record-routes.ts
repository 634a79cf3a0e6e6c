/**
 * `/api/sessions/:id/records`: an earlier part of a session, from a checkpoint on, for a reader of its end.
 */

import { type Checkpoint, CHECKPOINT_FORMAT } from "@tenon/timeline";
import { Hono } from "hono";

import { checkpointFrame } from "../../feed/frame.ts";
import type { Gateway } from "../../gateway.ts";
import { apiFailure } from "./api-failure.ts";
import type { ApiOptions } from "./api.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may } from "./may.ts";
import { sendLines } from "./send-lines.ts";
import { noSession } from "./session-routes.ts";

export function recordRoutes({ gateway }: ApiOptions): Hono<HttpEnvironment> {
  const { sessions } = gateway;
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
    return sendLines(context, linesOf(gateway, id, { checkpoint, before: end }));
  });
  return routes;
}

async function* linesOf({ sessions }: Gateway, id: string, { checkpoint, before }: Part): AsyncGenerator<string, void> {
  if (checkpoint) yield checkpointFrame(checkpoint);
  yield* sessions.records(id, { after: (checkpoint?.seq ?? 1) - 1, before });
}

interface Part {
  readonly checkpoint: Checkpoint | undefined;
  readonly before: number;
}
