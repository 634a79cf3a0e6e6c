/**
 * `/api/sessions`: those that a person may look at, and what they may do with one.
 */

import { type Context, Hono } from "hono";

import type { SessionView } from "../../gateway.ts";
import type { Access } from "../../people/access.ts";
import { listVisible } from "../../sessions/visible-sessions.ts";
import { apiFailure } from "./api-failure.ts";
import type { ApiOptions } from "./api.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may } from "./may.ts";
import { readFields } from "./read-body.ts";
import { sendLines } from "./send-lines.ts";

export function sessionRoutes(options: ApiOptions): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.route("/", readingRoutes(options));
  routes.route("/", changingRoutes(options));
  return routes;
}

function readingRoutes({ gateway: { sessions } }: ApiOptions): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.get("/", may("enter"), async (context) => {
    const { cwd, agent, title, cursor, limit } = context.req.query();
    const most = limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
    if (!Number.isInteger(most) || most < 1 || most > MAX_PAGE_SIZE) {
      return apiFailure(400, "bad_limit", `"limit" must be an integer from 1 to ${MAX_PAGE_SIZE}`);
    }
    const query = { ...(cwd && { cwd }), ...(agent && { agent }), ...(title && { title }), ...(cursor && { cursor }) };
    const { access } = context.get("identity");
    const page = await listVisible(sessions, access, { ...query, limit: most });
    return context.json({ ...page, sessions: page.sessions.map((session) => withRole(session, access)) });
  });

  routes.get("/:id", may("look"), async (context) => {
    const session = await sessions.get(context.req.param("id"));
    return session ? context.json(withRole(session, context.get("identity").access)) : noSession();
  });

  routes.get("/:id/files", may("prompt"), async (context) => {
    const { q = "" } = context.req.query();
    if (q.length > MAX_PATH_LENGTH) {
      return apiFailure(400, "bad_query", `"q" must be a string of at most ${MAX_PATH_LENGTH} characters`);
    }
    return context.json({ files: await sessions.files(context.req.param("id"), q) });
  });

  routes.get("/:id/export", may("look"), async (context) => {
    const id = context.req.param("id");
    if (!(await sessions.get(id))) return noSession();
    record(context, "session-export");
    context.header("Content-Disposition", `attachment; filename="tenon-${id.replaceAll(/[^\w-]/g, "_")}.jsonl"`);
    return sendLines(context, sessions.export(id));
  });
  return routes;
}

function changingRoutes({ gateway: { sessions }, limits }: ApiOptions): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.patch("/:id", may("own"), async (context) => {
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
    const session = await sessions.rename(context.req.param("id"), title);
    record(context, "session-rename", { title });
    return context.json(session);
  });

  routes.delete("/:id", may("own"), async (context) => {
    const id = context.req.param("id");
    if (!(await sessions.delete(id))) return noSession();
    record(context, "session-delete");
    context.get("identity").access?.forget(id);
    return context.body(null, 204);
  });

  routes.post("/:id/fork", may("look"), async (context) => {
    const id = context.req.param("id");
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const { at } = fields;
    if (at !== undefined && !(Number.isSafeInteger(at) && Number(at) > 0)) {
      return apiFailure(400, "bad_seq", '"at" must be the sequence number of a record');
    }
    const { access } = context.get("identity");
    const refused = access && mayNotBegin(access);
    if (refused) return refused;
    const fork = await sessions.fork(id, at === undefined ? {} : { at: Number(at) });
    access?.own(fork.id);
    record(context, "session-fork", { fork: fork.id });
    return context.json(withRole(fork, access), 201);
  });
  return routes;
}

/** Notes what was done with the session of the route. */
export function record(context: Context<HttpEnvironment>, action: string, details?: Readonly<Record<string, unknown>>) {
  const sessionId = context.req.param("id");
  const { access } = context.get("identity");
  access?.record(action, { ...(sessionId !== undefined && { sessionId }), ...(details && { details }) });
}

function mayNotBegin(access: Access): Response | undefined {
  const decision = access.decide("begin");
  return decision.outcome === "refused" ? apiFailure(403, "not_allowed", decision.why) : undefined;
}

function withRole(session: SessionView, access: Access | undefined): SessionView & { readonly role?: string } {
  if (!access) return session;
  const role = access.may("administer") ? "owner" : access.roleIn(session.id);
  return { ...session, ...(role && { role }) };
}

export function noSession(): Response {
  return apiFailure(404, "session_not_found", "No such session");
}

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 500;
const MAX_TITLE_LENGTH = 500;
const MAX_PATH_LENGTH = 500;
