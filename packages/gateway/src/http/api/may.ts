/**
 * What a route takes. Each one names it where it is declared, and one that names nothing keeps the server from starting.
 */

import type { Hono, MiddlewareHandler } from "hono";

import type { Action } from "../../people/decide.ts";
import { apiFailure } from "./api-failure.ts";
import type { HttpEnvironment } from "./http-environment.ts";

export interface RouteRule {
  readonly method: string;
  readonly path: string;
  readonly rule: Rule;
}

/** `public`: also for those who are not signed in. */
export type Rule = "public" | Action;

type Ruled = MiddlewareHandler<HttpEnvironment> & { readonly rule: Rule };

/** The session of a route is its `:id`. */
export function may(rule: Rule): Ruled {
  const handler: MiddlewareHandler<HttpEnvironment> = async (context, next) => {
    const access = rule === "public" ? undefined : context.get("identity").access;
    if (rule === "public" || !access) return await next();
    const sessionId = context.req.param("id");
    const decision = access.decide(rule, sessionId);
    if (decision.outcome === "allowed") return await next();
    if (decision.outcome === "refused") return apiFailure(403, "not_allowed", decision.why);
    return sessionId === undefined ? notFound() : apiFailure(404, "session_not_found", "No such session");
  };
  return Object.assign(handler, { rule });
}

export function notFound(): Response {
  return apiFailure(404, "not_found", "Not found");
}

/** Every route of an application. Throws for one without a rule. */
export function rulesOf({ routes }: Pick<Hono<HttpEnvironment>, "routes">): readonly RouteRule[] {
  const rules = new Map<string, RouteRule | undefined>();
  for (const { method, path, handler } of routes) {
    // What is for many paths is no route: it looks at a request, or finds nothing.
    if (method === "ALL" && path.endsWith("*")) continue;
    const key = `${method} ${path}`;
    rules.set(key, isRuled(handler) ? { method, path, rule: handler.rule } : rules.get(key));
  }
  const known = [...rules.values()].filter((rule) => rule !== undefined);
  const paths = new Set(known.map(({ path }) => path));
  for (const [key, rule] of rules) {
    // What looks at every request to a path stands beside the routes of that path.
    const isLooking = key.startsWith("ALL ") && paths.has(key.slice("ALL ".length));
    if (!rule && !isLooking) throw new Error(`${key} names nothing that it takes: see may()`);
  }
  return known;
}

function isRuled(handler: unknown): handler is Ruled {
  return typeof handler === "function" && "rule" in handler;
}
