/**
 * Methods that the protocol calls unstable, for clients of an agent that was started with `--unstable`: titles, status and
 * archive of sessions, and whether the user is signed in. Without the flag they do not exist.
 */

import { InvalidValueError, type JsonObject, objectOf, oneOfAt, stringAt } from "@tenon/basis";

import type { LazySessions } from "./lazy-sessions.ts";
import type { AgentApp } from "./opening-routes.ts";
import type { SignIn } from "./sign-in.ts";
import { throwWireError } from "./wire-error.ts";

export function addUnstableMethods(
  app: AgentApp,
  { sessions, signIn }: { readonly sessions: LazySessions; readonly signIn: SignIn },
): void {
  const routes: Readonly<Record<string, (params: JsonObject) => Promise<object>>> = {
    "session/set_title": async (params) => ({
      title: await (await sessions.open()).setTitle(sessionIdIn(params), titleIn(params)),
    }),
    "session/status": async (params) => ({ status: await (await sessions.open()).status(sessionIdIn(params)) }),
    "session/archive": (params) => setArchived(params, true),
    "session/unarchive": (params) => setArchived(params, false),
    "auth/status": () => signIn.status(),
  };
  for (const [method, run] of Object.entries(routes)) {
    app.onRequest(method, objectOf, ({ params }) => run(params).catch(throwWireError));
  }

  async function setArchived(params: JsonObject, isArchived: boolean): Promise<object> {
    await (await sessions.open()).setArchived(sessionIdIn(params), isArchived);
    return {};
  }
}

/** Undefined and null are the protocol's default. */
export function readArchiveFilter(value: unknown): "exclude" | "include" | "only" {
  return oneOfAt("archived", value ?? "exclude", ["exclude", "include", "only"]);
}

function sessionIdIn(params: JsonObject): string {
  return stringAt("sessionId", params["sessionId"]);
}

const MAX_TITLE_LENGTH = 200;

/** On one line, without characters that are not shown. */
function titleIn(params: JsonObject): string {
  const title = stringAt("title", params["title"])
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed();
  if (title !== "") return title;
  throw new InvalidValueError("title", "must have a visible character");
}
