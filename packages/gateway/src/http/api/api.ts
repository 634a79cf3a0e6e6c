/**
 * `/api`: what the page and scripts ask besides ACP and the feed, as JSON.
 */

import { isAbsolute } from "node:path";

import { defined } from "@tenon/basis";
import { Hono } from "hono";

import type { Gateway } from "../../gateway.ts";
import type { Access } from "../../people/access.ts";
import type { People } from "../../people/people.ts";
import { visibleAgents } from "../../connection/guard.ts";
import type { HttpLimits } from "../limits/limits.ts";
import { apiFailure } from "./api-failure.ts";
import { foldersLike, isFolder } from "./folders-like.ts";
import { administrationRoutes } from "./administration-routes.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may, notFound } from "./may.ts";
import { recordRoutes } from "./record-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { sharingRoutes } from "./sharing-routes.ts";

export interface ApiOptions {
  readonly gateway: Gateway;
  readonly people?: People | undefined;
  readonly limits: HttpLimits;
  readonly version: string;
}

export function createApi(options: ApiOptions): Hono<HttpEnvironment> {
  const { gateway, people, version } = options;
  const api = new Hono<HttpEnvironment>();

  api.get("/me", may("enter"), (context) => {
    const { by, access } = context.get("identity");
    const { id, name, role } = access?.person ?? {};
    return context.json({ signedInBy: by, version, ...(access && { person: { id, name, role } }) });
  });
  api.get("/agents", may("enter"), (context) =>
    context.json({ agents: visibleAgents(gateway.agents, context.get("identity").access) }),
  );
  // A guest begins nothing, and the folders of this machine are none of theirs.
  api.get("/folder", may("begin"), async (context) => {
    const { access } = context.get("identity");
    const { path = gateway.cwd, list } = context.req.query();
    const mayUse = async (folder: string) => isAbsolute(folder) && (!access || (await access.mayUseFolder(folder)));
    if (list !== undefined) return context.json({ path, folders: await foldersLike(path, mayUse) });
    return context.json({ path, isFolder: (await mayUse(path)) && (await isFolder(path)) });
  });

  api.get("/search", may("enter"), async (context) => {
    const { q = "", session } = context.req.query();
    if (q.trim() === "" || q.length > MAX_QUERY_LENGTH) {
      return apiFailure(400, "bad_query", `"q" must be a non-empty string of at most ${MAX_QUERY_LENGTH} characters`);
    }
    const sessionIds = visibleIds(context.get("identity").access, session);
    return context.json(await gateway.sessions.search({ text: q, ...defined({ sessionIds }) }));
  });

  api.route("/sessions", sessionRoutes(options));
  api.route("/sessions", recordRoutes(options));
  if (people) {
    api.route("/", sharingRoutes({ ...options, people }));
    api.route("/", administrationRoutes({ ...options, people }));
  }
  api.all("*", notFound);
  return api;
}

/** Those that a person may look at; undefined for all. Others must not take up the limit of what is found. */
function visibleIds(access: Access | undefined, session: string | undefined): readonly string[] | undefined {
  const asked = session ? [session] : undefined;
  if (!access || access.may("administer")) return asked;
  return (asked ?? [...access.sessionIds]).filter((id) => access.may("look", id));
}

const MAX_QUERY_LENGTH = 200;
