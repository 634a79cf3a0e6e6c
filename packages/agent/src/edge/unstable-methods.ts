/**
 * Methods that the protocol calls unstable, for clients of an agent that was started with `--unstable`: titles, status and
 * archive of sessions, and whether the user is signed in. Without the flag they do not exist.
 */

import { type agent, RequestError } from "@agentclientprotocol/sdk";

import type { Sessions } from "../session/sessions.ts";
import { protocolError } from "./protocol-error.ts";
import type { SignIn } from "./sign-in.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What `initialize` says of them, and of what they bring to other methods. */
export const unstableSessionCapabilities = {
  fork: {},
  title: {},
  status: {},
  archive: {},
  systemPrompt: { mode: { override: {} } },
};

export function addUnstableMethods(
  app: ReturnType<typeof agent>,
  { sessions, signIn }: { readonly sessions: () => Promise<Sessions>; readonly signIn: SignIn },
): void {
  const routes: Readonly<Record<string, (fields: Fields) => Promise<object>>> = {
    async "session/set_title"(fields) {
      const title = await (await sessions()).setTitle(textIn(fields, "sessionId"), titleIn(fields));
      return { title };
    },
    async "session/status"(fields) {
      return { status: await (await sessions()).status(textIn(fields, "sessionId")) };
    },
    async "session/archive"(fields) {
      await (await sessions()).setArchived(textIn(fields, "sessionId"), true);
      return {};
    },
    async "session/unarchive"(fields) {
      await (await sessions()).setArchived(textIn(fields, "sessionId"), false);
      return {};
    },
    "auth/status": () => signIn.status(),
  };
  for (const [method, run] of Object.entries(routes)) {
    app.onRequest(method, fieldsOf, ({ params }) =>
      run(params).catch((error: unknown) => {
        throw protocolError(error);
      }),
    );
  }
}

/** `undefined` stands for the protocol's default. */
export function readArchiveFilter(value: unknown): "exclude" | "include" | "only" {
  if (value === undefined || value === null) return "exclude";
  if (value === "exclude" || value === "include" || value === "only") return value;
  throw RequestError.invalidParams({ path: "archived" }, "archived must be exclude, include or only");
}

export function fieldsOf(params: unknown): Fields {
  return typeof params === "object" && params !== null ? { ...params } : {};
}

function textIn(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value === "string" && value !== "") return value;
  throw RequestError.invalidParams({ path: key }, `${key} must be a non-empty string`);
}

const LONGEST_TITLE = 200;

/** On one line and without what a list could be confused by. */
function titleIn(fields: Fields): string {
  const title = textIn(fields, "title")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed();
  if (title !== "") return title;
  throw RequestError.invalidParams({ path: "title" }, "title must have a visible character");
}
