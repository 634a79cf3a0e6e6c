/**
 * One client's position in one session: what it has been sent, and what comes next.
 *
 * The law: each update once and in order, however slow the client is. While it keeps up, updates are sent as they come;
 * when it does not, it reads from the journal at its own pace, and joins again where the journal ends. Nothing is kept for
 * it meanwhile, except answers and questions, which are few.
 */

import { RequestError } from "@agentclientprotocol/sdk";

import type { ClientLink } from "../../wire/client-link.ts";

export interface Attachment {
  readonly link: ClientLink;
  /** An update that is in the journal under this sequence number. Without one it is nowhere else, and always sent. */
  push(seq: number | undefined, send: Send): void;
  /** An answer or a question: never left out, and never before what happened before it. */
  hand(seq: number | undefined, send: Send): void;
  /** The session is over. A client that still reads gets the rest. */
  end(): void;
  /** Nothing more is sent, at once. */
  detach(): void;
}

type Send = (link: ClientLink) => void;

export interface AttachmentOptions {
  readonly link: ClientLink;
  /** What it knows already. */
  readonly after: number;
  /** How it reads the rest, before it is live. Undefined if there is none. */
  readonly catchUp?: ReadOn | undefined;
  /** For a client that has fallen behind. */
  readonly readOn: ReadOn;
  /** The sequence number of the last record. */
  readonly lastSeq: () => number;
  /** It is live from now on; called once, with the sequence number of the last record that it was sent. */
  readonly onLive: (lastSent: number) => void;
  /** It cannot be sent the rest. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends some of the records after a sequence number, and resolves with the last one sent; with the same if there is none.
 * `before` is called with the sequence number of each record before it is sent, and says whether to go on.
 */
export type ReadOn = (after: number, before: (seq: number) => boolean) => Promise<number>;

// Answers and questions are few: a client for which so many wait is not there any more.
const MAX_HELD = 1_024;

/** Of a client that reads the feed: each update comes to it once, and not here. */
export function createSilentAttachment(link: ClientLink): Attachment {
  return { link, push() {}, hand: (_, send) => send(link), end() {}, detach() {} };
}

export function createAttachment(options: AttachmentOptions): Attachment {
  const { link, readOn, lastSeq } = options;
  const held = createHeld(options);
  let lastSent = options.after;
  let isReading = false;
  let isOver = false;
  if (options.catchUp) void read(options.catchUp, options.onLive);
  else options.onLive(lastSent);

  return {
    link,
    push(seq, send) {
      if (isOver || (seq !== undefined && (isReading || seq <= lastSent))) return;
      if (isReading) return held.add(Infinity, send);
      if (seq !== undefined && link.isFull) return void read(readOn);
      send(link);
      lastSent = seq ?? lastSent;
    },
    hand(seq, send) {
      if (isReading) held.add(seq ?? Infinity, send);
      else send(link);
    },
    end: () => void (isOver ||= !isReading),
    detach,
  };

  async function read(first: ReadOn, onLive?: (lastSent: number) => void): Promise<void> {
    isReading = true;
    try {
      for (let step = first; mayGoOn(); step = readOn) {
        const before = lastSent;
        lastSent = await step(before, (seq) => {
          held.sendUntil(seq);
          return mayGoOn();
        });
        // What was written while we waited has passed us by. From here on nothing can: we do not wait.
        if (step === readOn && lastSent === before && lastSeq() <= lastSent) break;
      }
    } catch (error) {
      detach();
      return options.onFailure(error);
    }
    isReading = false;
    if (mayGoOn()) onLive?.(lastSent);
    // The request that attached it waits for an answer, also when it was attached again or closed meanwhile.
    else if (onLive) options.onFailure(RequestError.requestCancelled(undefined, "the session was reopened or closed"));
    held.sendUntil(Infinity);
  }

  function mayGoOn(): boolean {
    return !isOver && !link.gone.aborted;
  }

  function detach() {
    isOver = true;
    isReading = false;
    held.sendUntil(Infinity);
  }
}

/** Answers and questions for a client that is reading: each is sent after the records before it. */
function createHeld({ link, onFailure }: AttachmentOptions) {
  const held: { readonly seq: number; readonly send: Send }[] = [];
  return {
    add(seq: number, send: Send): void {
      held.push({ seq, send });
      if (held.length > MAX_HELD) onFailure(new Error("The client is too far behind"));
    },
    sendUntil(seq: number): void {
      while (held[0] && held[0].seq <= seq) held.shift()?.send(link);
    },
  };
}
