/**
 * All sessions of the gateway, kept up to date by its feed of changes.
 *
 * The law: what the feed says is newer than what a page of the list says, whichever comes first.
 */

import { objectOf, parseJson, stringOf } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { Api } from "../wire/api.ts";
import { FEED_SILENCE_MS } from "../wire/feed.ts";
import { openLiveSocket } from "../wire/live-socket.ts";
import { readSessionView, type SessionView } from "../wire/session-view.ts";
import { messageOf } from "../wire/wire-error.ts";
import { entryOf, withEntry } from "../wire/with-entry.ts";

export interface SessionList {
  readonly store: StoreApi<SessionListState>;
  /** Brings in sessions with such a title that are older than those that were loaded. */
  find(title: string): Promise<void>;
  /** Before the gateway has said so itself: what we have just done. */
  forget(sessionId: string): void;
  patch(sessionId: string, change: Partial<SessionView>): void;
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
  /** The gateway has not been heard for long. */
  readonly onSilent?: () => void;
}

// A list that nobody reads to its end need not be loaded to its end; search is for what is older.
const MOST_PAGES = 20;

export function openSessionList(options: SessionListOptions): SessionList {
  const { api, url, onLost, onSilent } = options;
  const store = createStore<SessionListState>(() => ({ phase: "loading", byId: {} }));
  let told = new Set<string>();
  let loading = 0;
  /** All that there are have been loaded. */
  let isWhole = false;

  const socket = openLiveSocket({
    url: () => url,
    silenceMs: FEED_SILENCE_MS,
    onSilent,
    onOpen: () => void load(),
    onMessage: receive,
    ...(onLost && { onLost }),
  });

  return {
    store,
    async find(title) {
      if (isWhole) return;
      const current = loading;
      const { sessions } = await api.sessions({ title });
      if (current === loading) put(sessions.filter(({ id }) => !told.has(id)));
    },
    forget: remove,
    patch(sessionId, change) {
      const session = entryOf(store.getState().byId, sessionId);
      if (session) put([{ ...session, ...change }]);
    },
    close() {
      loading += 1;
      socket.close();
    },
  };

  function receive(text: string): void {
    const frame = objectOf(parseJson(text));
    const removed = stringOf(frame["deleted"]);
    if (removed !== undefined) {
      told.add(removed);
      remove(removed);
    }
    const session = readSessionView(frame["session"]);
    if (!session) return;
    told.add(session.id);
    put([session]);
  }

  /** After a time without a connection, what is not listed any more is gone. */
  async function load(): Promise<void> {
    loading += 1;
    const current = loading;
    told = new Set();
    const listed = new Set<string>();
    let cursor: string | undefined;
    try {
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { sessions, nextCursor } = await api.sessions(cursor === undefined ? {} : { cursor });
        if (current !== loading) return;
        for (const { id } of sessions) listed.add(id);
        put(sessions.filter(({ id }) => !told.has(id)));
        store.setState({ phase: "ready" });
        cursor = nextCursor;
        if (cursor === undefined) break;
      }
    } catch (error) {
      if (current === loading) store.setState({ phase: "failed", error: messageOf(error) });
      return;
    }
    isWhole = cursor === undefined;
    if (!isWhole) return;
    for (const id of Object.keys(store.getState().byId)) if (!listed.has(id) && !told.has(id)) remove(id);
  }

  function put(sessions: readonly SessionView[]): void {
    if (sessions.length === 0) return;
    store.setState(({ byId }) => ({
      byId: { ...byId, ...Object.fromEntries(sessions.map((session) => [session.id, session])) },
    }));
  }

  function remove(sessionId: string): void {
    store.setState(({ byId }) => ({ byId: withEntry(byId, sessionId, undefined) }));
  }
}
