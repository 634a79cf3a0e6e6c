/**
 * The gateway's requests that are not ACP: who I am, and what is done with sessions from outside.
 */

import { isObject, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";

import { readSessionView, type SessionView } from "./session-view.ts";
import { WireError } from "./wire-error.ts";

export interface Api {
  isSignedIn(): Promise<boolean>;
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  sessions(query: { readonly cursor?: string; readonly title?: string }): Promise<SessionPage>;
  /** The number of its last record; undefined if there is no such session. */
  lastSeq(sessionId: string): Promise<number | undefined>;
  rename(sessionId: string, title: string): Promise<void>;
  remove(sessionId: string): Promise<void>;
  /** The id of the new session. */
  fork(sessionId: string): Promise<string>;
  agents(): Promise<readonly AgentView[]>;
  /** Whether there is such a folder where the gateway runs; without a path, its own folder. */
  folder(path?: string): Promise<FolderView>;
  /** A session as a file. */
  export(sessionId: string): Promise<File>;
  /** What a WebSocket has to show beside the cookie. */
  readonly key: string;
}

export interface SessionPage {
  readonly sessions: readonly SessionView[];
  readonly nextCursor: string | undefined;
}

export interface AgentView {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** As ACP has them, if the gateway knows them before there is a session. */
  readonly modes: unknown;
}

export interface FolderView {
  readonly path: string;
  readonly isFolder: boolean;
}

export interface ApiOptions {
  readonly base: URL;
  /** Of this origin, its port included: other servers of the same machine are sent our cookie, and do not get in here. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly onSignedOut: () => void;
}

const KEY = "tenon.key";

export function createApi({ base, storage, onSignedOut }: ApiOptions): Api {
  let unkept = "";
  let signingIn: { readonly token: string; readonly done: Promise<void> } | undefined;
  return {
    get key() {
      return keyNow();
    },
    async isSignedIn() {
      const response = await fetch(new URL("/api/me", base), { headers: headers() });
      if (response.status === 401 || response.status === 403) return false;
      if (!response.ok) throw refusedBy(response, "/api/me", undefined);
      return true;
    },
    async signIn(token) {
      // A second login would replace the cookie that the sockets of the first are about to show.
      if (signingIn?.token !== token) signingIn = { token, done: logIn(token) };
      const { done } = signingIn;
      try {
        await done;
      } finally {
        if (signingIn?.done === done) signingIn = undefined;
      }
    },
    async signOut() {
      await call("POST", "/api/logout", {});
      unkept = "";
      storage.removeItem(KEY);
    },
    async sessions(asked) {
      const query = new URLSearchParams({ limit: String(PAGE), ...asked });
      const page = objectOf(await call("GET", `/api/sessions?${query.toString()}`));
      return { sessions: readArray(page["sessions"], readSessionView), nextCursor: stringOf(page["nextCursor"]) };
    },
    async lastSeq(sessionId) {
      const path = sessionPath(sessionId);
      const response = await fetch(new URL(path, base), { headers: headers() });
      if (response.status === 404) return undefined;
      if (!response.ok) throw refusedBy(response, path, undefined);
      return numberOf(objectOf(await response.json())["lastSeq"]) ?? Infinity;
    },
    async rename(sessionId, title) {
      await call("PATCH", sessionPath(sessionId), { title });
    },
    async remove(sessionId) {
      await call("DELETE", sessionPath(sessionId));
    },
    async fork(sessionId) {
      const answer = objectOf(await call("POST", `${sessionPath(sessionId)}/fork`, {}));
      const id = stringOf(answer["id"]);
      if (id === undefined) throw new WireError("refused", "The gateway did not say which.", { call: "fork" });
      return id;
    },
    async agents() {
      const answer = await call("GET", "/api/agents");
      return readArray(isObject(answer) ? answer["agents"] : answer, readAgent);
    },
    async folder(path) {
      const query = new URLSearchParams({ ...(path !== undefined && { path }) });
      const answer = objectOf(await call("GET", `/api/folder?${query.toString()}`));
      return { path: stringOf(answer["path"]) ?? "", isFolder: answer["isFolder"] === true };
    },
    async export(sessionId) {
      const path = `${sessionPath(sessionId)}/export`;
      const response = await fetch(new URL(path, base), { headers: headers() });
      if (!response.ok) throw refusedBy(response, path, undefined);
      return new File([await response.blob()], `tenon-${sessionId.replaceAll(/[^\w-]/gu, "_")}.jsonl`);
    },
  };

  function keyNow(): string {
    // Of this origin's other tabs too: whichever signed in last.
    return storage.getItem(KEY) ?? unkept;
  }

  function headers(): Readonly<Record<string, string>> {
    return { accept: "application/json", "x-tenon-key": keyNow() };
  }

  async function logIn(token: string): Promise<void> {
    unkept = stringOf(objectOf(await call("POST", "/api/login", { token }))["key"]) ?? "";
    try {
      storage.setItem(KEY, unkept);
    } catch {
      // The browser keeps nothing: it holds until the page is closed.
    }
  }

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...headers(), ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new WireError("offline", "The gateway cannot be reached.", { call: path }, { cause });
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    if (response.status === 401 && path !== "/api/login") onSignedOut();
    throw refusedBy(response, path, answer);
  }
}

const PAGE = 200;

function sessionPath(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}`;
}

function readAgent(value: unknown): AgentView | undefined {
  if (typeof value === "string") return { name: value, title: value, description: undefined, modes: undefined };
  if (!isObject(value)) return undefined;
  const name = stringOf(value["name"]) ?? stringOf(value["id"]);
  if (name === undefined) return undefined;
  const { title, description, modes } = value;
  return { name, title: stringOf(title) ?? name, description: stringOf(description), modes };
}

function refusedBy({ status }: Response, path: string, answer: unknown): WireError {
  const error = isObject(answer) ? answer["error"] : undefined;
  const said = stringOf(error) ?? stringOf(objectOf(error)["message"]);
  const isSignedOut = status === 401 || status === 403;
  const message = said ?? (isSignedOut ? "The token is not right." : `The gateway answered ${status}.`);
  return new WireError(isSignedOut ? "signed_out" : "refused", message, { call: path, status });
}
