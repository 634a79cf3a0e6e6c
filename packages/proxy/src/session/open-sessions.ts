/**
 * The tools of each session, from the request that opens it to the one that closes it. A new session's id is known only
 * from the response; until then its tools are kept under the request's id.
 *
 * Many agents cannot close a session, and editors keep them for days. The servers of the sessions that were used last run;
 * those of the others are parked until their next turn.
 */

import { isObject, type JsonObject, stringOf } from "@tenon/basis";

import type { SessionTools } from "./session-tools.ts";

export interface OpenSessions {
  /** `sessionId` is that of a session that is loaded. */
  opening(requestId: unknown, tools: SessionTools, sessionId: string | undefined): void;
  prompted(requestId: unknown, sessionId: unknown): void;
  /** The client cancels a request: if it is a prompt, its turn. */
  cancelled(requestId: unknown): void;
  /** The client closes or deletes a session. */
  leaving(requestId: unknown, sessionId: unknown): void;
  /** The agent's answer to any request. */
  answered(response: JsonObject): void;
  /** The client did not get this answer. The session that it has opened, if the client does not know it. */
  lost(response: JsonObject): string | undefined;
  find(sessionId: unknown): SessionTools | undefined;
  /** False if no session holds this question of the agent. */
  withdraw(requestId: unknown): boolean;
  close(): Promise<void>;
}

interface Opening {
  readonly tools: SessionTools;
  readonly sessionId: string | undefined;
}

interface Prompted {
  readonly sessionId: unknown;
  /** The turn is theirs, also when the session has got others before it ends. */
  readonly tools: SessionTools | undefined;
}

interface Leaving {
  readonly sessionId: unknown;
  /** Those that it had by then. An agent may answer a later request to load it first. */
  readonly tools: ReadonlySet<SessionTools | undefined>;
}

export function createOpenSessions({ active }: { readonly active: number }): OpenSessions {
  const opening = new Map<unknown, Opening>();
  const prompts = new Map<unknown, Prompted>();
  const leaving = new Map<unknown, Leaving>();
  const open = new Map<unknown, SessionTools>();
  const ending = new Set<Promise<void>>();
  const openedBy = new WeakMap<JsonObject, string>();

  return {
    opening(requestId, tools, sessionId) {
      const before = opening.get(requestId);
      if (before) end(before.tools);
      opening.set(requestId, { tools, sessionId });
      // What is replayed while it loads is of these tools, unless the session is open already.
      if (sessionId !== undefined && !open.has(sessionId)) open.set(sessionId, tools);
    },
    prompted(requestId, sessionId) {
      const tools = open.get(sessionId);
      prompts.set(requestId, { sessionId, tools });
      tools?.startTurn();
      used(sessionId);
    },
    cancelled: (requestId) => open.get(prompts.get(requestId)?.sessionId)?.cancelTurn(),
    leaving(requestId, sessionId) {
      const loading = [...opening.values()].filter((each) => each.sessionId === sessionId);
      const tools = new Set([open.get(sessionId), ...loading.map((each) => each.tools)]);
      leaving.set(requestId, { sessionId, tools });
    },
    answered(response) {
      const requestId = response["id"];
      const result = isObject(response["result"]) ? response["result"] : undefined;
      const opened = opening.get(requestId);
      if (opening.delete(requestId) && opened) return settle(opened, result, response);
      const turn = prompts.get(requestId);
      prompts.delete(requestId);
      if (open.get(turn?.sessionId) === turn?.tools) turn?.tools?.endTurn(result !== undefined);
      const left = leaving.get(requestId);
      leaving.delete(requestId);
      if (left && result && left.tools.has(open.get(left.sessionId))) leave(left.sessionId);
    },
    lost(response) {
      const sessionId = openedBy.get(response);
      if (sessionId !== undefined) leave(sessionId);
      return sessionId;
    },
    find: (sessionId) => open.get(sessionId),
    withdraw: (requestId) => [...open.values()].some((tools) => tools.withdraw(requestId)),
    async close() {
      for (const { tools } of opening.values()) end(tools);
      for (const tools of open.values()) end(tools);
      opening.clear();
      open.clear();
      await Promise.all(ending);
    },
  };

  function settle({ tools, sessionId: known }: Opening, result: JsonObject | undefined, response: JsonObject): void {
    const sessionId = known ?? stringOf(result?.["sessionId"]);
    if (!result || sessionId === undefined) {
      if (known !== undefined && open.get(known) === tools) open.delete(known);
      return end(tools);
    }
    const before = open.get(sessionId);
    open.set(sessionId, tools);
    // Loaded a second time: the agent now uses the newer endpoint, and the client still knows the session. What still loads
    // ends or stays with its own answer.
    const stillLoads = [...opening.values()].some((each) => each.tools === before);
    if (before && before !== tools && !stillLoads) end(before);
    if (!before || before === tools) openedBy.set(response, sessionId);
    tools.bind(sessionId);
    used(sessionId);
  }

  function used(sessionId: unknown): void {
    const tools = open.get(sessionId);
    if (!tools) return;
    open.delete(sessionId);
    open.set(sessionId, tools);
    const busy = new Set([...prompts.values()].map(({ sessionId: id }) => id));
    const unused = [...open].slice(0, Math.max(0, open.size - active));
    for (const [each, { park }] of unused) if (!busy.has(each)) park();
  }

  function leave(sessionId: unknown): void {
    const tools = open.get(sessionId);
    open.delete(sessionId);
    if (tools) end(tools);
  }

  /** Not waited for: a server may take its time to end. */
  function end(tools: SessionTools): void {
    const ended = tools.close().finally(() => ending.delete(ended));
    ending.add(ended);
  }
}
