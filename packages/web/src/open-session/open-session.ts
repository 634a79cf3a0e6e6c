/**
 * The session on the screen: its feed, folded into state that components subscribe to.
 *
 * The law: however fast records come, components are notified once a frame, and not at all while history is read.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { RecordRange } from "../wire/api.ts";
import { type Feed, type FeedRecord, openFeed } from "../wire/feed.ts";
import type { SessionView } from "../wire/session-view.ts";
import { createFrameBatch } from "./frame-batch.ts";
import { createPast } from "./past.ts";
import type { SessionSnapshot } from "./session-fold.ts";
import { createUnfolded, type Unfolded } from "./unfolded-rows.ts";

export interface OpenSession {
  readonly id: string;
  /** A recording: nothing in it can be answered. */
  readonly isReplay?: boolean;
  readonly store: StoreApi<SessionState>;
  readonly unfolded: Unfolded;
  /** Reads earlier records, if there are any: some more, or all from this one on. */
  readonly loadOlder?: (from?: number) => Promise<void>;
  close(): void;
}

export interface SessionState extends SessionSnapshot {
  /** `loading` until its history has been read; `missing` if the gateway does not have it. */
  readonly phase: "loading" | "ready" | "missing";
  /** How much of the history has been read, while it is loading. */
  readonly progress: number;
  readonly view: SessionView | undefined;
  /** There are records before this one that have not been read. */
  readonly start: number;
}

export interface OpenSessionOptions {
  /** Parts of the record. Without it, all of it is read before anything is shown. */
  readonly records?: ((range: RecordRange) => Promise<readonly FeedRecord[]>) | undefined;
  readonly id: string;
  readonly feedUrl: URL;
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
  const { id, feedUrl, lastSeq, onAhead, onPromptSeen, onWaiting, onCaughtUp } = options;
  const past = createPast(options.records);
  let { fold } = past;
  const store = createStore<SessionState>(() => ({
    phase: "loading",
    progress: 0,
    view: undefined,
    start: 0,
    ...fold.snapshot(),
  }));
  let feed: Feed | undefined;
  let isClosed = false;
  void past.open().then(follow);
  const batch = createFrameBatch(() => store.setState(fold.snapshot()));

  return {
    id,
    store,
    unfolded: createUnfolded(),
    async loadOlder(from) {
      if (await past.loadOlder(from)) show();
    },
    close() {
      isClosed = true;
      batch.cancel();
      feed?.close();
    },
  };

  function show(): void {
    ({ fold } = past);
    store.setState({ start: past.start, ...fold.snapshot() });
  }

  function follow(): void {
    if (isClosed) return;
    show();
    if (past.last > 0) store.setState({ phase: "ready" });
    if (past.start > 0) void past.loadState().then(show, () => {});
    feed = openFeed({
      url: feedUrl,
      after: past.last,
      onHeard: options.onHeard,
      onSession(view) {
        store.setState({ view });
        onWaiting(view.waiting);
      },
      onRecord(record) {
        past.add(record);
        if (record.from === "client") watchForPrompt(objectOf(record.message));
        if (store.getState().phase === "ready") batch.touch();
        else if (record.seq % PROGRESS_STEP === 0) store.setState({ progress: record.seq });
      },
      onCaughtUp() {
        store.setState({ phase: "ready", ...fold.snapshot() });
        onCaughtUp();
      },
      onLost({ wasOpen }) {
        if (!wasOpen) void giveUpIfMissing();
      },
    });
  }

  async function giveUpIfMissing(): Promise<void> {
    // A gateway that does not answer has not lost the session.
    const last = await lastSeq().catch(() => Infinity);
    if (last !== undefined && last >= (feed?.cursor ?? 0)) return;
    if (last !== undefined) return onAhead();
    store.setState({ phase: "missing" });
    feed?.close();
  }

  function watchForPrompt({ method, params }: JsonObject): void {
    if (method !== "session/prompt") return;
    const promptId = promptIdOf(objectOf(params));
    if (promptId !== undefined) onPromptSeen(promptId);
  }
}

/** Marks a prompt so that the page recognises it in the feed, and queues it behind running turns. */
export function promptMark(promptId: string): { readonly _meta: object } {
  return { _meta: { tenon: { promptId, queue: true } } };
}

function promptIdOf(params: JsonObject): string | undefined {
  return stringOf(objectOf(objectOf(params["_meta"])["tenon"])["promptId"]);
}
