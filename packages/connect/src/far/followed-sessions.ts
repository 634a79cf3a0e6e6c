/**
 * How far the editor has got in each session, so that a new line continues exactly there.
 *
 * The gateway numbers the records of a session; several messages can come of one record. So the number of the last record and
 * how many messages of it have come are kept, the session is resumed before that record, and those that came are skipped.
 */

import { isEqualJson, type JsonObject, numberOf, objectOf, stringOf } from "@tenon/basis";

import { tenonMeta, withTenonMeta } from "./message.ts";

export interface FollowedSessions {
  readonly ids: readonly string[];
  /** The gateway has answered a request; undefined if it refused. */
  answered(asked: { readonly method: string; readonly params: JsonObject }, result: JsonObject | undefined): void;
  /** Whether a notification of the gateway is new to the editor. */
  isNew(notification: JsonObject): boolean;
  /** The line is lost. */
  lost(): void;
  /** The params that resume a session, without its servers. */
  resuming(sessionId: string): JsonObject;
  /** A session is open again, with the answer to that. */
  resumed(sessionId: string, result: JsonObject): void;
  drop(sessionId: string): void;
}

interface Session {
  /** Of the request that opened it. */
  readonly params: JsonObject;
  /** Of the last record that a message has come of; undefined if it is not known yet. */
  seq: number | undefined;
  /** Messages that have come of it. */
  count: number;
  /** Messages of it that are to be skipped on the new line. */
  skip: number;
  /** Updates about the present, which the gateway repeats on each line. */
  readonly news: Map<string, unknown>;
}

const NEWS: ReadonlySet<string> = new Set(["available_commands_update", "session_info_update", "usage_update"]);

export function createFollowedSessions(): FollowedSessions {
  const sessions = new Map<string, Session>();
  return {
    get ids() {
      return [...sessions.keys()];
    },
    answered({ method, params }, result) {
      if (!result) return;
      const asked = stringOf(params["sessionId"]);
      if (method === "session/new") follow(stringOf(result["sessionId"]), params, 0);
      if (method === "session/fork") follow(stringOf(result["sessionId"]), params, undefined);
      if (method === "session/load" || method === "session/resume")
        follow(asked, params, numberOf(tenonMeta(result)["seq"]));
      if ((method === "session/close" || method === "session/delete" || method === DETACH) && asked !== undefined)
        sessions.delete(asked);
    },
    isNew(notification) {
      const params = objectOf(notification["params"]);
      const session = sessions.get(stringOf(params["sessionId"]) ?? "");
      if (!session) return true;
      const seq = numberOf(tenonMeta(params)["seq"]);
      const isNewNews = isNews(session, objectOf(params["update"]));
      return seq === undefined ? isNewNews : isNext(session, seq);
    },
    lost() {
      for (const session of sessions.values()) session.skip = session.count;
    },
    resuming(sessionId) {
      const { params = {}, seq, count = 0 } = sessions.get(sessionId) ?? {};
      const after = seq === undefined ? {} : { after: count > 0 ? seq - 1 : seq };
      const { mcpServers: _, ...rest } = params;
      return { ...withTenonMeta(rest, after), sessionId };
    },
    resumed(sessionId, result) {
      const session = sessions.get(sessionId);
      const seq = numberOf(tenonMeta(result)["seq"]);
      if (!session || seq === undefined || seq <= (session.seq ?? 0)) return;
      Object.assign(session, { seq, count: 0, skip: 0 });
    },
    drop: (sessionId) => void sessions.delete(sessionId),
  };

  function follow(sessionId: string | undefined, params: JsonObject, seq: number | undefined): void {
    if (sessionId === undefined) return;
    const known = sessions.get(sessionId);
    const news = known?.news ?? new Map();
    // Updates may come before the answer; those have counted already.
    const before = known && (known.seq ?? 0) > (seq ?? 0) ? known : { seq, count: 0, skip: 0 };
    sessions.set(sessionId, { params, news, seq: before.seq, count: before.count, skip: before.skip });
  }
}

const DETACH = "_tenon/session/detach";

function isNext(session: Session, seq: number): boolean {
  const { seq: last = 0, skip } = session;
  if (seq < last) return false;
  if (seq === last && skip > 0) {
    session.skip -= 1;
    return false;
  }
  session.count = seq === last ? session.count + 1 : 1;
  session.skip = 0;
  session.seq = seq;
  return true;
}

function isNews({ news }: Session, update: JsonObject): boolean {
  const kind = stringOf(update["sessionUpdate"]) ?? "";
  if (!NEWS.has(kind)) return true;
  const isKnown = isEqualJson(news.get(kind), update);
  news.set(kind, update);
  return !isKnown;
}
