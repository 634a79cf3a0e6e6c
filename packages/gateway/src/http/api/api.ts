/**
 * `/api`: what the page and scripts ask besides ACP and the feed, as JSON.
 */

import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";

import { Hono } from "hono";
import { stream } from "hono/streaming";

import type { Gateway } from "../../gateway.ts";
import { apiFailure } from "./api-failure.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import type { HttpLimits } from "../limits/limits.ts";
import { readFields } from "./read-body.ts";

export interface ApiOptions {
  readonly gateway: Gateway;
  readonly limits: HttpLimits;
  readonly version: string;
}

export function createApi({ gateway, limits, version }: ApiOptions): Hono<HttpEnvironment> {
  const api = new Hono<HttpEnvironment>();

  api.get("/me", (context) => context.json({ signedInBy: context.get("identity").by, version }));
  api.get("/agents", (context) => context.json({ agents: gateway.agents }));
  api.get("/folder", async (context) => {
    const { path = gateway.cwd } = context.req.query();
    return context.json({ path, isFolder: isAbsolute(path) && (await isFolder(path)) });
  });

  api.route("/sessions", sessionRoutes(gateway, limits));
  api.all("*", () => apiFailure(404, "not_found", "Not found"));
  return api;
}

function sessionRoutes({ sessions }: Gateway, limits: HttpLimits): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.get("/", async (context) => {
    const { cwd, agent, title, cursor, limit } = context.req.query();
    const most = limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
    if (!Number.isInteger(most) || most < 1 || most > MAX_PAGE_SIZE) {
      return apiFailure(400, "bad_limit", `"limit" must be an integer from 1 to ${MAX_PAGE_SIZE}`);
    }
    const query = { ...(cwd && { cwd }), ...(agent && { agent }), ...(title && { title }), ...(cursor && { cursor }) };
    return context.json(await sessions.list({ ...query, limit: most }));
  });

  routes.get("/:id", async (context) => {
    const session = await sessions.get(context.req.param("id"));
    return session ? context.json(session) : apiFailure(404, "session_not_found", "No such session");
  });

  routes.patch("/:id", async (context) => {
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const { title } = fields;
    if (typeof title !== "string" || title.trim() === "" || title.length > MAX_TITLE_LENGTH) {
      return apiFailure(
        400,
        "bad_title",
        `"title" must be a non-empty string of at most ${MAX_TITLE_LENGTH} characters`,
      );
    }
    return context.json(await sessions.rename(context.req.param("id"), title));
  });

  routes.delete("/:id", async (context) => {
    const isDeleted = await sessions.delete(context.req.param("id"));
    return isDeleted ? context.body(null, 204) : apiFailure(404, "session_not_found", "No such session");
  });

  routes.post("/:id/fork", async (context) => {
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const { at } = fields;
    if (at !== undefined && !(Number.isSafeInteger(at) && Number(at) > 0)) {
      return apiFailure(400, "bad_seq", '"at" must be the sequence number of a record');
    }
    return context.json(await sessions.fork(context.req.param("id"), at === undefined ? {} : { at: Number(at) }), 201);
  });

  routes.get("/:id/export", async (context) => {
    const id = context.req.param("id");
    if (!(await sessions.get(id))) return apiFailure(404, "session_not_found", "No such session");
    context.header("Content-Type", "application/x-ndjson; charset=utf-8");
    context.header("Content-Disposition", `attachment; filename="tenon-${id.replaceAll(/[^\w-]/g, "_")}.jsonl"`);
    return stream(context, async (body) => {
      for await (const line of sessions.export(id)) {
        if (body.aborted) return;
        await body.write(`${line}\n`);
      }
    });
  });
  return routes;
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 500;
const MAX_TITLE_LENGTH = 500;
