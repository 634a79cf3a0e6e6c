/**
 * The gateway's requests that are not ACP: who I am, and what is done with sessions from outside.
 */

import { arrayOf, defined, isString, numberOf, objectOf, parseJson, readArray, stringOf } from "@tenon/basis";
import { type Checkpoint, CHECKPOINT_FORMAT, readCheckpoint } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { type FeedRecord, readRecord } from "./feed.ts";
import { createGatewayFetch, type GatewayFetch, type GatewayFetchOptions, refusedBy } from "./gateway-fetch.ts";
import { createPeopleApi, type PeopleApi } from "./people-api.ts";
import { readSessionView, type SessionView } from "./session-view.ts";
import { WireError } from "./wire-error.ts";

export interface Api extends PeopleApi {
  isSignedIn(): Promise<boolean>;
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  sessions(query: { readonly cursor?: string; readonly title?: string }): Promise<SessionPage>;
  /** The number of its last record; undefined if there is no such session. */
  lastSeq(sessionId: string): Promise<number | undefined>;
  /** Where words are: in all sessions, or in one. The newest first. */
  search(text: string, sessionId?: string): Promise<readonly TextHit[]>;
  /** Files of an open session's folders, by a part of their path. */
  files(sessionId: string, text: string): Promise<readonly FileView[]>;
  /** An earlier part of a session: at least so many records before one, from a checkpoint or the first record on. */
  records(
    sessionId: string,
    query: { readonly before: number; readonly records: number },
  ): Promise<{ readonly checkpoint: Checkpoint | undefined; readonly records: readonly FeedRecord[] }>;
  rename(sessionId: string, title: string): Promise<void>;
  remove(sessionId: string): Promise<void>;
  /** The id of the new session, which has the records up to and including `at`. */
  fork(sessionId: string, at?: number): Promise<string>;
  agents(): Promise<readonly AgentView[]>;
  /** Whether there is such a folder where the gateway runs; without a path, its own folder. */
  folder(path?: string): Promise<FolderView>;
  /** Folders whose path begins with this. */
  foldersLike(path: string): Promise<readonly string[]>;
  /** Before this browser opens the sign-in page of a server: only then does its answer count. */
  claimSignIn(url: string): Promise<void>;
  /** A session as a file. */
  export(sessionId: string): Promise<File>;
  /** What a WebSocket has to show beside the cookie. */
  readonly key: string;
  /** A request to another route, for parts of the page that are loaded later. */
  readonly call: GatewayFetch["call"];
  readonly get: GatewayFetch["get"];
}

export interface SessionPage {
  readonly sessions: readonly SessionView[];
  readonly nextCursor: string | undefined;
}

export interface TextHit {
  readonly sessionId: string;
  /** The first record of the entry. */
  readonly seq: number;
  readonly excerpt: string;
}

export interface AgentView {
  readonly name: string;
  readonly title: string;
  /** As ACP has them, if the gateway knows them before there is a session. */
  readonly modes: unknown;
  readonly version?: string;
  readonly signIn?: "done" | "needed" | "credentials found";
  /** To follow "To sign in, ". */
  readonly signInAdvice?: string;
  /** Sentences about what to expect of it. */
  readonly notes: readonly string[];
}

export interface FileView {
  readonly name: string;
  readonly uri: string;
}

export interface FolderView {
  readonly path: string;
  readonly isFolder: boolean;
}

export function createApi(options: GatewayFetchOptions): Api {
  const gateway = createGatewayFetch(options);
  const { call } = gateway;
  return {
    get key() {
      return gateway.key;
    },
    call,
    get: gateway.get,
    async isSignedIn() {
      const response = await gateway.get("/api/me");
      if (response.status === 401 || response.status === 403) return false;
      if (!response.ok) throw refusedBy(response, "/api/me");
      return true;
    },
    ...createSignIn(gateway),
    ...createPeopleApi(gateway),
    ...createSessionsApi(gateway),
    async agents() {
      return readArray(objectOf(await call("GET", "/api/agents"))["agents"], readAgent);
    },
    async folder(path) {
      const query = new URLSearchParams(path === undefined ? {} : { path });
      const answer = objectOf(await call("GET", `/api/folder?${query.toString()}`));
      return { path: stringOf(answer["path"]) ?? "", isFolder: answer["isFolder"] === true };
    },
    async foldersLike(path) {
      const query = new URLSearchParams({ path, list: "" });
      return arrayOf(objectOf(await call("GET", `/api/folder?${query.toString()}`))["folders"], isString) ?? [];
    },
    async claimSignIn(url) {
      await call("POST", "/api/sign-ins", { url });
    },
  };
}

type SessionsApi = Pick<
  Api,
  "sessions" | "lastSeq" | "search" | "files" | "records" | "rename" | "remove" | "fork" | "export"
>;

function createSessionsApi({ call, get }: Pick<GatewayFetch, "call" | "get">): SessionsApi {
  return {
    async sessions(asked) {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...asked });
      const page = objectOf(await call("GET", `/api/sessions?${query.toString()}`));
      return { sessions: readArray(page["sessions"], readSessionView), nextCursor: stringOf(page["nextCursor"]) };
    },
    async lastSeq(sessionId) {
      const path = sessionPath(sessionId);
      const response = await get(path);
      if (response.status === 404) return undefined;
      if (!response.ok) throw refusedBy(response, path);
      return numberOf(objectOf(await response.json())["lastSeq"]) ?? Infinity;
    },
    async search(text, session) {
      const query = new URLSearchParams({ q: text, ...defined({ session }) });
      return readArray(objectOf(await call("GET", `/api/search?${query.toString()}`))["hits"], readHit);
    },
    async files(sessionId, text) {
      const query = new URLSearchParams({ q: text });
      const answer = objectOf(await call("GET", `${sessionPath(sessionId)}/files?${query.toString()}`));
      return readArray(answer["files"], readFile);
    },
    async records(sessionId, { before, records }) {
      const query = `before=${before}&records=${records}&checkpoint=${CHECKPOINT_FORMAT}`;
      const path = `${sessionPath(sessionId)}/records?${query}`;
      const response = await get(path);
      if (!response.ok) throw refusedBy(response, path);
      const lines = (await response.text()).split("\n").map((line) => objectOf(parseJson(line)));
      const part = {
        checkpoint: readCheckpoint(lines[0]?.["checkpoint"]),
        records: lines.flatMap((line) => readRecord(line) ?? []),
      };
      // What breaks off in the middle looks like an answer that is complete.
      const isWhole = part.records[0]?.seq === (part.checkpoint?.seq ?? 1) && part.records.at(-1)?.seq === before - 1;
      if (!isWhole)
        throw new WireError("connection_lost", t("The connection was lost before an answer came."), { call: path });
      return part;
    },
    async rename(sessionId, title) {
      await call("PATCH", sessionPath(sessionId), { title });
    },
    async remove(sessionId) {
      await call("DELETE", sessionPath(sessionId));
    },
    async fork(sessionId, at) {
      const id = stringOf(objectOf(await call("POST", `${sessionPath(sessionId)}/fork`, defined({ at })))["id"]);
      if (id === undefined) throw new WireError("refused", t("The gateway returned no session id."), { call: "fork" });
      return id;
    },
    async export(sessionId) {
      const path = `${sessionPath(sessionId)}/export`;
      const response = await get(path);
      if (!response.ok) throw refusedBy(response, path);
      return new File([await response.blob()], `tenon-${sessionId.replaceAll(/[^\w-]/gu, "_")}.jsonl`);
    },
  };
}

const PAGE_SIZE = 200;
const SIGN_INS = ["done", "needed", "credentials found"] as const;

function sessionPath(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}`;
}

function readHit(value: unknown): TextHit | undefined {
  const hit = objectOf(value);
  const [sessionId, seq] = [stringOf(hit["sessionId"]), numberOf(hit["seq"])];
  if (sessionId === undefined || seq === undefined) return undefined;
  return { sessionId, seq, excerpt: stringOf(hit["excerpt"]) ?? "" };
}

function readFile(value: unknown): FileView | undefined {
  const { name, uri } = objectOf(value);
  return typeof name === "string" && typeof uri === "string" ? { name, uri } : undefined;
}

function readAgent(value: unknown): AgentView | undefined {
  const { name, title, modes, version, signIn, signInAdvice, notes } = objectOf(value);
  if (typeof name !== "string") return undefined;
  const state = SIGN_INS.find((known) => known === signIn);
  return {
    name,
    title: stringOf(title) ?? name,
    modes,
    notes: arrayOf(notes, isString) ?? [],
    ...defined({ version: stringOf(version), signIn: state, signInAdvice: stringOf(signInAdvice) }),
  };
}

function createSignIn(gateway: GatewayFetch): Pick<Api, "signIn" | "signOut"> {
  let signingIn: { readonly token: string; readonly done: Promise<void> } | undefined;
  return {
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
      await gateway.call("POST", "/api/logout", {});
      gateway.key = "";
    },
  };

  async function logIn(token: string): Promise<void> {
    gateway.key = stringOf(objectOf(await gateway.call("POST", "/api/login", { token }))["key"]) ?? "";
  }
}
