/**
 * Everything the page holds while signed in, opened once and closed once.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { type OpenSession, openSession } from "../open-session/open-session.ts";
import type { Api } from "../wire/api.ts";
import type { Me } from "../wire/people-api.ts";
import type { Questions } from "../wire/questions.ts";
import { entryOf } from "../wire/with-entry.ts";
import type { Attachments } from "./attachments.ts";
import { type ConnectionState, openConnection } from "./connection.ts";
import { keptPrompts } from "./kept-prompts.ts";
import { type KnownModes, knownModes } from "./known-modes.ts";
import { openProbe } from "./probe.ts";
import { createPromptQueue, type PromptQueue } from "./prompt-queue.ts";
import { createSessionCalls, type SessionCalls } from "./session-calls.ts";
import { openSessionList, type SessionList } from "./session-list.ts";
import { sessionServers, type SessionServers } from "./session-servers.ts";
import { createSignInTabs, type SignInTabs } from "./sign-in-tabs.ts";

export interface Page extends Omit<SessionCalls, "sendPrompt"> {
  readonly api: Api;
  readonly sessions: SessionList;
  readonly questions: Questions;
  readonly prompts: PromptQueue;
  readonly attachments: Attachments;
  readonly connection: StoreApi<ConnectionState>;
  readonly servers: SessionServers;
  readonly modes: KnownModes;
  readonly tabs: SignInTabs;
  /** Who is signed in; undefined until it is known, and where there is no one but the user of the gateway. */
  readonly me: StoreApi<{ readonly person: Me | undefined; readonly isKnown: boolean }>;
  /** The address of a session's records. */
  feedUrl(sessionId: string): URL;
  open(sessionId: string): OpenSession;
  signOut(): Promise<void>;
  close(): void;
}

export interface PageOptions {
  readonly base: URL;
  readonly api: Api;
  readonly storage: Storage;
  /** Of this tab alone. */
  readonly tabStorage: Storage;
  /** The gateway refuses the connection: perhaps the token has changed. */
  readonly onRefused: () => void;
  readonly onSignedOut: () => void;
  /** The page shows more of a session than there is: its record was cut short, and has to be read anew. */
  readonly onAhead: () => void;
}

export function openPage({ base, api, storage, tabStorage, onRefused, onSignedOut, onAhead }: PageOptions): Page {
  const urlOf = (path: string) => socketUrl(path, base, api.key);
  const feedUrl = (sessionId: string) => urlOf(`/feed/${encodeURIComponent(sessionId)}`);
  const servers = sessionServers(storage);
  const modes = knownModes(storage);
  const probe = openProbe({
    ask: () => sessions.ask(),
    onSilent() {
      acp.restart();
      sessions.restart();
    },
  });
  const tabs = createSignInTabs(api);
  const {
    acp,
    state: connection,
    questions,
    attachments,
    lending,
  } = openConnection(() => urlOf("/acp"), {
    tabs,
    onHeard: probe.heard,
  });
  const sessions = openSessionList({
    api,
    url: urlOf("/feed"),
    onLost: ({ wasOpen }) => {
      if (!wasOpen) onRefused();
    },
    // When one socket is dead, so is the other, which would not notice.
    onSilent: () => acp.restart(),
    onHeard: probe.heard,
  });
  const viewOf = (sessionId: string) => entryOf(sessions.store.getState().byId, sessionId);
  const { sendPrompt, ...calls } = createSessionCalls({
    acp,
    connection,
    api,
    attachments,
    lending,
    servers,
    modes,
    viewOf,
  });
  const prompts = createPromptQueue({
    canSend: (sessionId) => acp.isReady && viewOf(sessionId) !== undefined,
    send: sendPrompt,
    kept: keptPrompts(tabStorage),
  });
  const me = whoIsSignedIn(api, connection);
  connection.subscribe(() => prompts.pump());
  sessions.store.subscribe(() => prompts.pump());

  return {
    ...calls,
    api,
    sessions,
    questions,
    prompts,
    attachments,
    connection,
    servers,
    modes,
    tabs,
    me,
    feedUrl,
    open: (id) =>
      openSession({
        id,
        feedUrl: feedUrl(id),
        // Whether a prompt that was sent from here has arrived is seen in the whole session only.
        readPart: entryOf(prompts.store.getState().bySession, id) ? undefined : (query) => api.records(id, query),
        lastSeq: () => api.lastSeq(id),
        onAhead,
        onHeard: probe.heard,
        onPromptSeen: (promptId) => prompts.seen(id, promptId),
        onWaiting: (waiting) => prompts.arrived(id, waiting),
        onCaughtUp: () => prompts.settle(id),
      }),
    takeBack(sessionId, promptId) {
      // Before the answer comes, which would show it as stopped.
      prompts.remove(sessionId, promptId);
      return calls.takeBack(sessionId, promptId);
    },
    // Signed out here, whether or not the gateway heard it.
    signOut: () => api.signOut().then(onSignedOut, onSignedOut),
    close() {
      probe.close();
      sessions.close();
      acp.close();
    },
  };
}

/** The page's key is in the fragment, which never goes into the request line. */
function socketUrl(path: string, base: URL, key: string): URL {
  const url = new URL(path, base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = key;
  return url;
}

/** Asked again with each connection, until it is known. */
function whoIsSignedIn(api: Api, connection: StoreApi<ConnectionState>): Page["me"] {
  const me = createStore<{ readonly person: Me | undefined; readonly isKnown: boolean }>(() => ({
    person: undefined,
    isKnown: false,
  }));
  const learn = () => {
    if (me.getState().isKnown) return;
    // Offline: the next connection asks again.
    api.me().then(
      (person) => me.setState({ person, isKnown: true }),
      () => {},
    );
  };
  learn();
  connection.subscribe(learn);
  return me;
}
