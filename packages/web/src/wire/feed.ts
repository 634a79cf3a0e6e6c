/**
 * Follows the records of one session.
 *
 * The law: each record once and in order, however often the connection is lost: it reconnects with its cursor.
 */

import { type JsonObject, numberOf, objectOf, parseJson, stringOf } from "@tenon/basis";
import { type Checkpoint, CHECKPOINT_FORMAT, readCheckpoint } from "@tenon/timeline";

import { openLiveSocket } from "./live-socket.ts";
import { readSessionView, type SessionView } from "./session-view.ts";

export interface FeedRecord {
  readonly seq: number;
  readonly at: number;
  readonly from: "client" | "agent" | "tenon";
  /** As it stood on the wire, or an event of the gateway's own. */
  readonly message: unknown;
}

/** A frame of the feed, or a line of a part of the record. Undefined if it is no record. */
export function readRecord(frame: JsonObject): FeedRecord | undefined {
  const [seq, from] = [numberOf(frame["seq"]), stringOf(frame["from"])];
  if (seq === undefined || (from !== "client" && from !== "agent" && from !== "tenon")) return undefined;
  return { seq, at: numberOf(frame["at"]) ?? 0, from, message: frame["message"] };
}

export interface FeedOptions {
  /** The URL of the feed, without its cursor. */
  readonly url: URL;
  readonly after?: number;
  /** How long it may be silent before another connection is made. */
  readonly silenceMs?: number;
  readonly onRecord: (record: FeedRecord) => void;
  /** Wants only the end of a long session, which begins here. Not called for a short one. */
  readonly onCheckpoint?: ((checkpoint: Checkpoint) => void) | undefined;
  readonly onSession?: (session: SessionView) => void;
  /** All recorded frames have come; what follows is live. Once for each connection. */
  readonly onCaughtUp?: () => void;
  readonly onHeard?: (() => void) | undefined;
  readonly onLost?: (loss: { readonly wasOpen: boolean }) => void;
}

/** The gateway shows that it is there every fifteen seconds. */
export const FEED_SILENCE_MS = 40_000;

export interface Feed {
  /** The sequence number of the last record. */
  readonly cursor: number;
  close(): void;
}

export function openFeed(options: FeedOptions): Feed {
  const { url, after = 0, silenceMs = FEED_SILENCE_MS, onRecord, onSession, onCaughtUp, onLost } = options;
  let cursor = after;
  let missedAfter: number | undefined;
  let { onCheckpoint } = options;

  const socket = openLiveSocket({
    url: () => addressOf(url, cursor, { takesCheckpoint: onCheckpoint !== undefined }),
    silenceMs,
    onMessage(text) {
      for (const line of text.split("\n")) if (!receive(objectOf(parseJson(line)))) return;
    },
    onHeard: options.onHeard,
    ...(onLost && { onLost }),
  });

  return {
    get cursor() {
      return cursor;
    },
    close: () => socket.close(),
  };

  /** False if what comes after it on this connection does not count. */
  function receive(frame: JsonObject): boolean {
    const seq = numberOf(frame["seq"]);
    if (seq !== undefined) return takeRecord(seq, frame);
    if (frame["checkpoint"] !== undefined) return begin(readCheckpoint(frame["checkpoint"]));
    const session = readSessionView(frame["session"]);
    if (session) onSession?.(session);
    if (frame["caughtUp"] === true) onCaughtUp?.();
    return true;
  }

  function begin(checkpoint: Checkpoint | undefined): boolean {
    if (checkpoint) {
      cursor = checkpoint.seq - 1;
      onCheckpoint?.(checkpoint);
    } else {
      // From a gateway of another version: everything can be read.
      onCheckpoint = undefined;
      socket.restart();
    }
    return checkpoint !== undefined;
  }

  function takeRecord(seq: number, frame: JsonObject): boolean {
    if (seq <= cursor) return true;
    // Something is missing in between: ask for it, once. If it does not come even so, it is not there.
    if (seq > cursor + 1 && missedAfter !== cursor) {
      missedAfter = cursor;
      socket.restart();
      return false;
    }
    cursor = seq;
    const record = readRecord(frame);
    if (record) onRecord(record);
    return true;
  }
}

function addressOf(
  url: FeedOptions["url"],
  after: number,
  { takesCheckpoint }: { readonly takesCheckpoint: boolean },
): URL {
  const address = new URL(url);
  address.searchParams.set("after", String(after));
  address.searchParams.set("lines", "true");
  if (takesCheckpoint && after === 0) address.searchParams.set("checkpoint", String(CHECKPOINT_FORMAT));
  return address;
}
