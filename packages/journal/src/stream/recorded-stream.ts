/**
 * A stream of messages, each of which is recorded before it goes on, in either direction.
 *
 * No message waits for the record of the one before it: what comes together is recorded together, and goes on in order. If
 * the record fails the message still goes on, because whoever waits for an answer would wait for ever; `onFailure` hears
 * of it, and should stop the work that cannot be kept.
 *
 * A message that cannot be carried (`problemOf` objects, or it is no JSON) costs only itself: a request is answered with
 * an error, a response becomes one, a notification is left out, and `onRefused` hears of it.
 */

import { type ErrorResponse, standInFor } from "./stand-in.ts";

export interface MessageStream<Message> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

export interface RecordedStream<Message> extends MessageStream<Message> {
  /** Writes what is in the record already; it comes before what is written later. */
  repeat(message: Message): Promise<void>;
  /** Resolves when what was written so far is on its way; rejects if it cannot be. */
  flushed(): Promise<void>;
}

// How many messages may wait for their record before no more are taken.
const MOST_WAITING = 256;

export function recordedStream<Sent>(
  stream: MessageStream<Sent | ErrorResponse>,
  options: {
    readonly onRead: (text: string) => Promise<unknown>;
    readonly onWrite: (text: string) => Promise<unknown>;
    readonly onFailure: (error: unknown) => void;
    /** Why a message that was read must not go on, in a sentence. */
    readonly problemOf?: (message: Sent | ErrorResponse) => string | undefined;
    /** Hears of each message that could not be carried. */
    readonly onRefused: (problem: string) => void;
  },
): RecordedStream<Sent | ErrorResponse> {
  type Message = Sent | ErrorResponse;
  const { onRead, onWrite, onFailure, onRefused, problemOf = () => undefined } = options;
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  // Whoever writes or closes hears of a failure; nobody else has to.
  writer.closed.catch(() => {});

  let isCancelled = false;
  let incoming: ReadableStreamDefaultController<Message>;

  const written = createPassage<Message>({ record: onWrite, onFailure, deliver: (message) => writer.write(message) });
  const read = createPassage<Message>({
    record: onRead,
    onFailure,
    // Whoever reads may have gone while a message waited for its record.
    deliver: (message) => void (isCancelled || incoming.enqueue(message)),
  });
  const writable = new WritableStream<Message>({
    start: (controller) => void written.failed.then((error) => controller.error(error)),
    // Not when it is on its way: one record, and one wait for the disk, would follow another.
    write: (message) => carry(message, written, read),
    async close() {
      await written.settled();
      await writer.close();
    },
    abort: (reason) => writer.abort(reason),
  });

  const readable = new ReadableStream<Message>(
    {
      start(controller) {
        incoming = controller;
        void readAll();
      },
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: MOST_WAITING },
  );
  return {
    readable,
    writable,
    async repeat(message) {
      await written.settled();
      await writer.write(message);
    },
    flushed: () => written.settled(),
  };

  async function readAll(): Promise<void> {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        await carry(next.value, read, written);
      await read.settled();
      if (!isCancelled) incoming.close();
    } catch (error) {
      incoming.error(error);
    }
  }

  async function carry(message: Message, onward: Passage<Message>, back: Passage<Message>): Promise<void> {
    const refused = onward === read ? problemOf(message) : undefined;
    const { text, problem } = refused === undefined ? toJson(message) : { problem: refused };
    if (problem === undefined) return await onward.add(message, text);
    onRefused(problem);
    const standIn = standInFor(message, problem);
    if (standIn.onward) await onward.add(standIn.onward, JSON.stringify(standIn.onward));
    if (standIn.back) await back.add(standIn.back, JSON.stringify(standIn.back));
  }
}

interface Passage<Message> {
  /** Waits only when too many wait already. */
  add(message: Message, text: string): Promise<void>;
  /** Resolves when everything that was added has been delivered; rejects if it cannot be. */
  settled(): Promise<void>;
  /** Resolves with the first error of a delivery, after which nothing is delivered. */
  readonly failed: Promise<unknown>;
}

/** Delivers what it is given in order, each when it has been recorded. */
function createPassage<Message>(options: {
  readonly record: (text: string) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
  readonly deliver: (message: Message) => Promise<void> | void;
}): Passage<Message> {
  const { record, onFailure, deliver } = options;
  const failed = Promise.withResolvers<unknown>();
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    async add(message, text) {
      const recorded = recordText(text).catch(onFailure);
      waiting += 1;
      last = last
        .then(() => recorded)
        .then(() => {
          waiting -= 1;
          return deliver(message);
        });
      last.catch(failed.resolve);
      if (waiting >= MOST_WAITING) await last;
    },
    settled: () => last,
    failed: failed.promise,
  };

  /** A record that throws at once fails like one that rejects. */
  async function recordText(text: string): Promise<void> {
    await record(text);
  }
}

function toJson(
  message: unknown,
): { readonly text: string; readonly problem?: never } | { readonly text?: never; readonly problem: string } {
  try {
    return { text: JSON.stringify(message) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `The message cannot be written as JSON: ${reason}` };
  }
}
