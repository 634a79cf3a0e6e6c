/**
 * The session on the screen: its feed, folded into state that components subscribe to. Of a long session the end is read,
 * and earlier parts when they are wanted.
 *
 * The law: however fast records come, components are notified once a frame, and not at all while history is read.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import { openFeed } from "../wire/feed.ts";
import type { SessionView } from "../wire/session-view.ts";
import { createEarlierParts, type PartQuery } from "./earlier-parts.ts";
import { createFrameBatch } from "./frame-batch.ts";
import { createSessionFold, type EarlierPart, type SessionFold, type SessionSnapshot } from "./session-fold.ts";
import { createUnfolded, type Unfolded } from "./unfolded-rows.ts";

export interface OpenSession {
  readonly id: string;
  /** A recording: nothing in it can be answered. */
  readonly isReplay?: boolean;
  readonly store: StoreApi<SessionState>;
  readonly unfolded: Unfolded;
  /**
   * Reads the part before `start`; with a sequence number, as much as it takes to have that record. Rejects if it cannot be
   * read now.
   */
  readonly loadEarlier?: (seq?: number) => Promise<void>;
  close(): void;
}

export interface SessionState extends SessionSnapshot {
  /** `loading` until its history has been read; `missing` if the gateway does not have it. */
  readonly phase: "loading" | "ready" | "missing";
  /** How much of the history has been read, while it is loading. */
  readonly progress: number;
  readonly isLoadingEarlier: boolean;
  readonly view: SessionView | undefined;
}

export interface OpenSessionOptions {
  readonly id: string;
  readonly feedUrl: URL;
  /** Reads an earlier part. Without it the whole session is read first. */
  readonly readPart?: ((query: PartQuery) => Promise<EarlierPart>) | undefined;
  /** Called when the feed cannot be opened: a browser does not learn why. */
  readonly lastSeq: () => Promise<number | undefined>;
  /** More has been read than there is. */
  readonly onAhead: () => void;
  /** A prompt that carries our mark has reached the session. */
  readonly onPromptSeen: (promptId: string) => void;
  /** These prompts wait in the session. */
  readonly onWaiting: (waiting: SessionView["waiting"]) => void;
  /** All prompts that have reached the session so far have been seen. */
  readonly onCaughtUp: () => void;
  readonly onHeard?: () => void;
}

const PROGRESS_STEP = 500;

export function openSession(options: OpenSessionOptions): OpenSession {
  const { id, feedUrl, readPart, lastSeq, onAhead, onPromptSeen, onWaiting, onCaughtUp } = options;
  const state = createFoldedState();
  const { store } = state;
  const earlier =
    readPart &&
    createEarlierParts({
      read: readPart,
      start: () => store.getState().start,
      onPart: state.prepend,
      onLoading: (isLoadingEarlier) => store.setState({ isLoadingEarlier }),
    });
  const feed = openFeed({
    url: feedUrl,
    onCheckpoint: readPart && state.restart,
    onHeard: options.onHeard,
    onSession(view) {
      store.setState({ view });
      onWaiting(view.waiting);
    },
    onRecord(record) {
      state.add(record);
      if (record.from === "client") watchForPrompt(objectOf(record.message));
    },
    onCaughtUp() {
      state.caughtUp();
      onCaughtUp();
    },
    onLost({ wasOpen }) {
      if (!wasOpen) void giveUpIfMissing();
    },
  });

  return {
    id,
    store,
    unfolded: createUnfolded(),
    ...(earlier && { loadEarlier: earlier.load }),
    close() {
      state.close();
      feed.close();
    },
  };

  async function giveUpIfMissing(): Promise<void> {
    // A gateway that does not answer has not lost the session.
    const last = await lastSeq().catch(() => Infinity);
    if (last !== undefined && last >= feed.cursor) return;
    if (last !== undefined) return onAhead();
    store.setState({ phase: "missing" });
    feed.close();
  }

  function watchForPrompt({ method, params }: JsonObject): void {
    if (method !== "session/prompt") return;
    const promptId = promptIdOf(objectOf(params));
    if (promptId !== undefined) onPromptSeen(promptId);
  }
}

/** What components see: the fold of all records so far, a frame late at most. */
function createFoldedState() {
  let fold = createSessionFold();
  const store = createStore<SessionState>(() => ({
    phase: "loading",
    progress: 0,
    isLoadingEarlier: false,
    view: undefined,
    ...fold.snapshot(),
  }));
  const batch = createFrameBatch(() => store.setState(fold.snapshot()));
  return {
    store,
    restart(checkpoint: Parameters<typeof createSessionFold>[0]): void {
      fold = createSessionFold(checkpoint);
    },
    add(record: Parameters<SessionFold["add"]>[0]): void {
      fold.add(record);
      if (store.getState().phase === "ready") batch.touch();
      else if (record.seq % PROGRESS_STEP === 0) store.setState({ progress: record.seq });
    },
    prepend(part: EarlierPart): void {
      fold.prepend(part);
      store.setState(fold.snapshot());
    },
    caughtUp: () => store.setState({ phase: "ready", ...fold.snapshot() }),
    close: () => batch.cancel(),
  };
}

/** Marks a prompt so that the page recognises it in the feed, and queues it behind running turns. */
export function promptMark(promptId: string): { readonly _meta: object } {
  return { _meta: { tenon: { promptId, queue: true } } };
}

function promptIdOf(params: JsonObject): string | undefined {
  return stringOf(objectOf(objectOf(params["_meta"])["tenon"])["promptId"]);
}
