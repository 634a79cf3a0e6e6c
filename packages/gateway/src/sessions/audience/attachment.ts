/**
 * One client's place in one session: what it has been told, and what comes next.
 *
 * The law: each update once and in order, however slow the client is. While it keeps up it is told as things happen; when
 * it does not, it is left to read from the journal at its own pace, and joins again where the journal ends. Nothing is
 * kept for it meanwhile, except answers and questions, which are few.
 */

import { RequestError } from "@agentclientprotocol/sdk";

import type { ClientLink } from "../../wire/client-link.ts";

export interface Attachment {
  readonly link: ClientLink;
  /** Something that is in the journal too, at this place. Without a place it is nowhere else, and always told. */
  tell(seq: number | undefined, send: Send): void;
  /** An answer or a question: never left out, and never before what happened before it. */
  hand(seq: number | undefined, send: Send): void;
  /** The session is over. One that still reads is told the rest. */
  end(): void;
  /** Nothing more is told, at once. */
  detach(): void;
}

type Send = (link: ClientLink) => void;

export interface AttachmentOptions {
  readonly link: ClientLink;
  /** What it knows already. */
  readonly after: number;
  /** How it gets to know the rest, before it is told as things happen. Undefined if there is no rest. */
  readonly catchUp?: ReadOn | undefined;
  /** For a client that has fallen behind. */
  readonly readOn: ReadOn;
  /** The place of the last record. */
  readonly lastSeq: () => number;
  /** From now on it is told as things happen; called once, with the place of the last thing that it was told. */
  readonly onLive: (place: number) => void;
  /** It cannot be told the rest. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Tells some of what there is after a place, and resolves with the place it came to; the same place if there is nothing.
 * `before` is called with the place of each record before it is told, and says whether to go on.
 */
export type ReadOn = (after: number, before: (seq: number) => boolean) => Promise<number>;

// Answers and questions are few: a client for which so many wait is not there any more.
const MAX_HELD = 1_024;

/** Of a client that reads the feed: each update comes to it once, and not here. */
export function createSilentAttachment(link: ClientLink): Attachment {
  return { link, tell() {}, hand: (_, send) => send(link), end() {}, detach() {} };
}

export function createAttachment(options: AttachmentOptions): Attachment {
  const { link, readOn, lastSeq } = options;
  const held: { readonly seq: number; readonly send: Send }[] = [];
  let place = options.after;
  let isReading = false;
  let isOver = false;
  if (options.catchUp) void read(options.catchUp, options.onLive);
  else options.onLive(place);

  return {
    link,
    tell(seq, send) {
      if (isOver || (seq !== undefined && (isReading || seq <= place))) return;
      if (isReading) return hold(Infinity, send);
      if (seq !== undefined && link.isFull) return void read(readOn);
      send(link);
      place = seq ?? place;
    },
    hand(seq, send) {
      if (isReading) hold(seq ?? Infinity, send);
      else send(link);
    },
    end: () => void (isOver ||= !isReading),
    detach,
  };

  function hold(seq: number, send: Send) {
    held.push({ seq, send });
    if (held.length > MAX_HELD) options.onFailure(new Error("The client is too far behind"));
  }

  async function read(first: ReadOn, onLive?: (place: number) => void): Promise<void> {
    isReading = true;
    try {
      for (let step = first; mayGoOn(); step = readOn) {
        const before = place;
        place = await step(before, (seq) => handUntil(seq));
        // What was written while we waited has passed us by. From here on nothing can: we do not wait.
        if (step === readOn && place === before && lastSeq() <= place) break;
      }
    } catch (error) {
      detach();
      return options.onFailure(error);
    }
    isReading = false;
    if (mayGoOn()) onLive?.(place);
    // Whoever asked for it waits for an answer, also when it was attached again or closed meanwhile.
    else if (onLive) options.onFailure(RequestError.requestCancelled(undefined, "the session was reopened or closed"));
    handUntil(Infinity);
  }

  function handUntil(seq: number): boolean {
    while (held[0] && held[0].seq <= seq) held.shift()?.send(link);
    return mayGoOn();
  }

  function mayGoOn(): boolean {
    return !isOver && !link.gone.aborted;
  }

  function detach() {
    isOver = true;
    isReading = false;
    handUntil(Infinity);
  }
}
