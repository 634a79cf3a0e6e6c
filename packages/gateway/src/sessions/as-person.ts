/**
 * What an agent receives of another person's request. An administrator's goes on as it is.
 *
 * Agents take options of their own in `_meta`, and some of them name programs to start: of another person only ours and
 * those of tracing go on.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

import type { Access } from "../people/access.ts";
import { paramsOf, sessionIdOf, tenonMeta, withParams } from "../wire/message.ts";

const KEPT = ["traceparent", "tracestate", "baggage"] as const;

export const OPENING_METHODS: ReadonlySet<string> = new Set([
  "session/new",
  "session/fork",
  "session/load",
  "session/resume",
]);

const REOPENING_METHODS: ReadonlySet<string> = new Set(["session/load", "session/resume"]);

export function asPerson(access: Access | undefined, request: AnyRequest): AnyRequest {
  if (!access || access.may("administer")) return request;
  const params = paramsOf(request);
  const marks = {
    // The MCP servers of the session count for them.
    ...(OPENING_METHODS.has(request.method) && { account: access.person.id }),
    // Its servers are its owner's: one who names none must not open it without them, for everyone and for good.
    ...(REOPENING_METHODS.has(request.method) && !access.may("own", sessionIdOf(request)) && { servers: "kept" }),
    // They see and revoke what was answered in this session, and not what the user of this machine has answered.
    ...(request.method === "session/prompt" && { grants: "session" }),
  };
  const given = objectOf(params["_meta"]);
  const kept = KEPT.flatMap((key) => (key in given ? [[key, given[key]]] : []));
  const tenon = { ...tenonMeta(params), ...marks };
  const meta = { ...Object.fromEntries(kept), ...(Object.keys(tenon).length > 0 && { tenon }) };
  if (Object.keys(given).length === 0 && Object.keys(meta).length === 0) return request;
  return withParams(request, { _meta: meta });
}
