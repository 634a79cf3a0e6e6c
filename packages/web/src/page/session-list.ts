/**
 * All sessions of the gateway, kept up to date by its feed of changes.
 *
 * The law: the feed wins over a page of the list, whichever comes first.
 */

import { type JsonObject, objectOf, parseJson, stringOf } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { Api } from "../wire/api.ts";
import { FEED_SILENCE_MS } from "../wire/feed.ts";
import { openLiveSocket } from "../wire/live-socket.ts";
import { readSessionView, type SessionView } from "../wire/session-view.ts";
import { messageOf } from "../wire/wire-error.ts";
import { entryOf, withEntry } from "../wire/with-entry.ts";

export interface SessionList {
  readonly store: StoreApi<SessionListState>;
  /** Loads sessions with such a title that are older than the loaded ones. */
  find(title: string): Promise<void>;
  /** Applies our own change before the gateway reports it. */
  forget(sessionId: string): void;
  patch(sessionId: string, change: Partial<SessionView>): void;
  /** Asks the gateway for a sign of life, which is heard. False if there is no connection. */
  ask(): boolean;
  /** Makes another connection: this one seems dead. */
  restart(): void;
  close(): void;
}

export interface SessionListState {
  readonly phase: "loading" | "ready" | "failed";
  readonly error?: string;
  readonly byId: Readonly<Record<string, SessionView>>;
}

export interface SessionListOptions {
  readonly api: Pick<Api, "sessions">;
  readonly url: URL;
  readonly onLost?: (loss: { readonly wasOpen: boolean }) => void;
  /** Nothing has come from the gateway for long. */
  readonly onSilent?: () => void;
  readonly onHeard?: () => void;
}

// Older sessions are found by search.
const MAX_PAGES = 20;

export function openSessionList({ api, url, onLost, onSilent, onHeard }: SessionListOptions): SessionList {
  const known = createKnownSessions();
  const { store } = known;
  let loading = 0;
  /** All sessions have been loaded. */
  let isWhole = false;

  const socket = openLiveSocket({
    url: () => url,
    silenceMs: FEED_SILENCE_MS,
    onSilent,
    onHeard,
    onOpen: () => void load(),
    onMessage: (text) => known.addFrame(objectOf(parseJson(text))),
    ...(onLost && { onLost }),
  });

  return {
    store,
    async find(title) {
      if (isWhole) return;
      const current = loading;
      const { sessions } = await api.sessions({ title });
      if (current === loading) known.addListed(sessions);
    },
    forget: known.remove,
    patch: known.patch,
    ask: () => socket.send("{}"),
    restart: () => socket.restart(),
    close() {
      loading += 1;
      socket.close();
    },
  };

  async function load(): Promise<void> {
    loading += 1;
    const current = loading;
    known.beginList();
    const listed = new Set<string>();
    try {
      for await (const { sessions, isLast } of pagesOf(api)) {
        if (current !== loading) return;
        for (const { id } of sessions) listed.add(id);
        known.addListed(sessions);
        store.setState({ phase: "ready" });
        isWhole = isLast;
      }
    } catch (error) {
      if (current === loading) store.setState({ phase: "failed", error: messageOf(error) });
      return;
    }
    // After a time without a connection, what is not listed any more is gone.
    if (isWhole) known.keepOnly(listed);
  }
}

async function* pagesOf(api: SessionListOptions["api"]) {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { sessions, nextCursor } = await api.sessions(cursor === undefined ? {} : { cursor });
    cursor = nextCursor;
    yield { sessions, isLast: cursor === undefined };
    if (cursor === undefined) return;
  }
}

function createKnownSessions() {
  const store = createStore<SessionListState>(() => ({ phase: "loading", byId: {} }));
  /** The ids that the feed has sent since the list was last asked for: a page of the list must not change them. */
  let fresh = new Set<string>();
  return {
    store,
    remove,
    patch(sessionId: string, change: Partial<SessionView>): void {
      const session = entryOf(store.getState().byId, sessionId);
      if (session) put([{ ...session, ...change }]);
    },
    /** Of the feed. */
    addFrame(frame: JsonObject): void {
      const removed = stringOf(frame["deleted"]);
      if (removed !== undefined) {
        fresh.add(removed);
        remove(removed);
      }
      const session = readSessionView(frame["session"]);
      if (!session) return;
      fresh.add(session.id);
      put([session]);
    },
    beginList: () => void (fresh = new Set()),
    addListed: (sessions: readonly SessionView[]) => put(sessions.filter(({ id }) => !fresh.has(id))),
    keepOnly(listed: ReadonlySet<string>): void {
      const gone = Object.keys(store.getState().byId).filter((id) => !listed.has(id) && !fresh.has(id));
      for (const id of gone) remove(id);
    },
  };

  function put(sessions: readonly SessionView[]): void {
    if (sessions.length === 0) return;
    const changed = Object.fromEntries(sessions.map((session) => [session.id, session]));
    store.setState(({ byId }) => ({ byId: { ...byId, ...changed } }));
  }

  function remove(sessionId: string): void {
    store.setState(({ byId }) => ({ byId: withEntry(byId, sessionId, undefined) }));
  }
}
