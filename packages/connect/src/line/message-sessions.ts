/**
 * Which session a message is of, for its header over HTTP.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

export interface MessageSessions {
  /** Of a message to the gateway; undefined if it is of the connection. */
  of(message: JsonObject): string | undefined;
  /** A message of the gateway has come in the stream of this session. Returns a session that it opens. */
  seen(message: JsonObject, session: string | undefined): string | undefined;
}

export function createMessageSessions(): MessageSessions {
  /** Of the gateway's requests, until they are answered. */
  const asked = new Map<string, string>();
  return {
    of({ id, method, params }) {
      if (method !== undefined) return stringOf(objectOf(params)["sessionId"]) || undefined;
      const key = JSON.stringify(id) ?? "";
      const session = asked.get(key);
      asked.delete(key);
      return session;
    },
    seen({ id, method, result }, session) {
      if (method === undefined) return stringOf(objectOf(result)["sessionId"]);
      if (id !== undefined && session !== undefined) asked.set(JSON.stringify(id), session);
      return undefined;
    },
  };
}
