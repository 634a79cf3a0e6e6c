/**
 * The sessions that have servers of this machine, from the request that opens each to the one that closes it.
 */

import { hostname } from "node:os";

import {
  errorMessage,
  InvalidValueError,
  isObject,
  type JsonObject,
  objectOf,
  RPC_ERROR,
  stringOf,
} from "@tenon/basis";
import {
  type AcpServers,
  createOpenSessions,
  OPENING_METHODS,
  readOpeningRequest,
  type Sides,
  type FrameVerdict,
  withGiven,
} from "@tenon/proxy";

import { withTenonMeta } from "../far/message.ts";
import type { SessionServers, SessionServersOptions } from "./session-servers.ts";

export interface LentSessions {
  /** Whether a message opens a session. */
  isOpening(message: unknown): message is JsonObject;
  /** Opens the servers of a session that is about to be opened. Never rejects. */
  prepare(message: JsonObject, capabilities: JsonObject): Promise<void>;
  /** The prepared request, with declarations instead of servers. */
  open(message: JsonObject): FrameVerdict;
  /** Any other message of the editor. */
  see(message: JsonObject): void;
  /** A request or notification of the gateway. */
  fromAgent(message: JsonObject): FrameVerdict;
  /** An answer of the gateway. */
  answered(message: JsonObject): void;
  /** The servers of a session under new ids; undefined if it is not open. */
  declare(sessionId: string): readonly unknown[] | undefined;
  restartServer(sessionId: unknown, server: string): void;
  close(): Promise<void>;
}

export interface LentSessionsOptions extends Omit<SessionServersOptions, "capabilities" | "channels" | "hasTree"> {
  readonly acp: AcpServers;
  readonly activeSessions?: number | undefined;
  readonly tree: Tree;
  /** Whether there is such a folder where the gateway is. */
  readonly isFolderThere?: ((path: string) => Promise<boolean>) | undefined;
}

/**
 * Where the files and commands of sessions are: on this machine; on the gateway's; or on both, which are one.
 */
export type Tree = "here" | "there" | "shared";

// A person works in a few at a time; each may have a dozen server processes.
const ACTIVE_SESSIONS = 10;

export function createLentSessions(options: LentSessionsOptions): LentSessions {
  const { sides, onWarning } = options;
  const sessions = createOpenSessions({ active: options.activeSessions ?? ACTIVE_SESSIONS });
  const prepared = createPreparedServers(options);
  const servers = new Map<object, SessionServers>();
  const open = () => [...servers.values()];

  return {
    isOpening,
    prepare: prepared.prepare,
    open(message) {
      const { id, method } = message;
      const ready = prepared.take(id);
      if ("error" in ready) return refuse(sides, message, ready.error, onWarning);
      servers.set(ready, ready);
      void ready.closed.then(() => servers.delete(ready));
      const isKnown = method === "session/load" || method === "session/resume";
      sessions.opening(id, ready, isKnown ? stringOf(objectOf(message["params"])["sessionId"]) : undefined);
      return { message: withGiven(message, { mcpServers: ready.declare(), meta: metaOf(message, options) }) };
    },
    see(message) {
      const { id, method, params } = message;
      if (method === undefined) for (const each of open()) each.answered(message);
      const { sessionId, requestId } = objectOf(params);
      if (method === "session/prompt") {
        const tools = sessions.find(sessionId);
        if (tools) servers.get(tools)?.prompted(objectOf(params));
        sessions.prompted(id, sessionId);
      }
      if (method === "session/cancel") sessions.find(sessionId)?.cancelTurn();
      if (method === "$/cancel_request") sessions.cancelled(requestId);
      if (method === "session/close" || method === "session/delete") sessions.leaving(id, sessionId);
    },
    fromAgent(message) {
      const { method, id } = message;
      const { sessionId, requestId, update } = objectOf(message["params"]);
      if (method === "$/cancel_request") {
        const isOurs = sessions.withdraw(requestId) || open().some((each) => each.fromAgent(message) === "drop");
        return isOurs ? "drop" : "pass";
      }
      const tools = sessions.find(sessionId);
      if (method === "session/request_permission" && id !== undefined && tools?.answerPermission(message))
        return "drop";
      const own = tools && servers.get(tools)?.fromAgent(message);
      if (own) return own;
      if (isOfMachine(method)) return id === undefined ? "drop" : refuseService(sides, message);
      // Most updates are pieces of text, which stream.
      if (method !== "session/update" || !isObject(update) || update["toolCallId"] === undefined) return "pass";
      const shown = tools?.rewriteUpdate(update);
      return shown ? { message: { ...message, params: { ...objectOf(message["params"]), update: shown } } } : "pass";
    },
    answered: sessions.answered,
    declare(sessionId) {
      const tools = sessions.find(sessionId);
      return tools && servers.get(tools)?.declare();
    },
    restartServer: (sessionId, server) => sessions.find(sessionId)?.restartServer(server),
    close: sessions.close,
  };
}

function isOpening(message: unknown): message is JsonObject {
  const { method, id } = objectOf(message);
  return OPENING_METHODS.has(method) && id !== undefined;
}

/** The servers of sessions whose requests have come and were not passed on yet, by the id of the request. */
function createPreparedServers(options: LentSessionsOptions) {
  const prepared = new Map<unknown, SessionServers | { readonly error: unknown }>();
  return {
    async prepare(message: JsonObject, capabilities: JsonObject): Promise<void> {
      try {
        const request = readOpeningRequest(message["params"]);
        await requireFolder(request.cwd, options);
        const loading = [import("./session-servers.ts"), options.acp.load()] as const;
        const [{ openSessionServers }, channels] = await Promise.all(loading);
        const hasTree = options.tree !== "there";
        const opened = openSessionServers(request, { ...options, channels, capabilities, hasTree });
        await opened.opened;
        prepared.set(message["id"], opened);
      } catch (error) {
        prepared.set(message["id"], { error });
      }
    },
    take(requestId: unknown) {
      const ready = prepared.get(requestId) ?? { error: new Error("The servers of the session could not be opened") };
      prepared.delete(requestId);
      return ready;
    },
  };
}

/** A folder of this machine says nothing on the gateway's. */
async function requireFolder(cwd: string, { tree, isFolderThere }: LentSessionsOptions): Promise<void> {
  if (tree !== "there" || !isFolderThere || (await isFolderThere(cwd))) return;
  const problem = "does not exist on the gateway's machine, which holds the session's files (--tree there)";
  throw new InvalidValueError("cwd", problem);
}

/** With where the session's files are. */
function metaOf(message: JsonObject, { tree }: Pick<LentSessionsOptions, "tree">): JsonObject | undefined {
  const params = objectOf(message["params"]);
  return tree === "here" ? objectOf(withTenonMeta(params, { tree: "client" })["_meta"]) : undefined;
}

/** Also one that only the editor knows: it would serve it without our rules. */
function isOfMachine(method: unknown): boolean {
  return /^(fs|terminal)\//.test(stringOf(method) ?? "");
}

/** The gateway was not offered them. */
function refuseService({ toAgent }: Sides, { id, method }: JsonObject): FrameVerdict {
  const message = `${String(method)}: this session does not use the files and commands of ${hostname()}`;
  toAgent({ jsonrpc: "2.0", id, error: { code: RPC_ERROR.methodNotFound, message } });
  return "drop";
}

function refuse(
  { toClient }: Sides,
  { id, method }: JsonObject,
  error: unknown,
  onWarning: (warning: string) => void,
): FrameVerdict {
  if (!(error instanceof InvalidValueError)) onWarning(`${String(method)}: ${errorMessage(error)}`);
  const data = error instanceof InvalidValueError ? { data: { path: error.path } } : {};
  toClient({ jsonrpc: "2.0", id, error: { code: RPC_ERROR.invalidParams, message: errorMessage(error), ...data } });
  return "drop";
}
