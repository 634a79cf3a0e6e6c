/**
 * A stream of messages, each of which is recorded before it goes on, in either direction.
 *
 * No message waits for the record of the one before it: what comes together is recorded together, and goes on in order.
 *
 * The law: what cannot be recorded does not go on. A request is answered with an error in words, a response becomes one, a
 * notification is left out, and the answer to the turn that it belonged to is an error too. The next message has its own
 * chance. Only what stops work passes all the same: a full disk must not keep anyone from cancelling a turn.
 *
 * A message that cannot be carried at all (`problemOf` objects, or it is no JSON) costs only itself in the same way.
 */

import { describeFailure } from "../journal-error.ts";
import { answeredKeyOf, createLosses, keyOf, type Sender } from "./losses.ts";
import { type ErrorResponse, type Refusal, standInFor } from "./stand-in.ts";

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

/** Where a message stands in its session's record. */
export interface RecordPlace {
  /** Undefined if it belongs to no session, or is in the record already. */
  readonly seq: number | undefined;
  /** How long it is, as JSON. */
  readonly size: number;
}

export interface Problem extends Refusal {
  /** In a sentence. */
  readonly message: string;
}

// How many messages may wait for their record before no more are taken.
const MOST_WAITING = 256;

export function recordedStream<Sent>(
  stream: MessageStream<Sent | ErrorResponse>,
  options: {
    /** Both resolve with the message's sequence number in its session, if it has one. */
    readonly onRead: Record<Sent | ErrorResponse>;
    readonly onWrite: Record<Sent | ErrorResponse>;
    /** A message could not be recorded. */
    readonly onFailure: (error: unknown) => void;
    /** A turn of this session has lost a message: its work should stop. Called once for each turn. */
    readonly onLoss?: (sessionId: string) => void;
    /** Called for each message that was recorded, before it goes on. */
    readonly onRecorded?: (message: Sent | ErrorResponse, place: RecordPlace) => void;
    /** Why a message that was read must not go on. */
    readonly problemOf?: (message: Sent | ErrorResponse) => Problem | undefined;
    /** Hears of each message that could not be carried. */
    readonly onRefused: (problem: string) => void;
  },
): RecordedStream<Sent | ErrorResponse> {
  type Message = Sent | ErrorResponse;
  const { onRead, onWrite, onFailure, onRefused, problemOf = () => undefined } = options;
  const losses = createLosses();
  const closings = new Set<string>();
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  // Whoever writes or closes hears of a failure; nobody else has to.
  writer.closed.catch(() => {});

  let isCancelled = false;
  let incoming: ReadableStreamDefaultController<Message>;

  const written: Passage<Message> = createPassage<Message>({
    record: onWrite,
    onOutcome: (message, outcome) => passOn(message, outcome, { from: "near", back: read, record: onWrite }),
    deliver: (message) => writer.write(message),
  });
  const read: Passage<Message> = createPassage<Message>({
    record: onRead,
    onOutcome: (message, outcome) => passOn(message, outcome, { from: "far", back: written, record: onRead }),
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
    const { text, problem } = refused === undefined ? toJson(message) : { problem: refused.message };
    if (problem === undefined) return await onward.add(message, text);
    onRefused(problem);
    const standIn = standInFor(message, problem, refused);
    if (standIn.onward) await onward.add(standIn.onward, JSON.stringify(standIn.onward));
    if (standIn.back) await back.add(standIn.back, JSON.stringify(standIn.back));
  }

  /** What goes on of a message whose record has succeeded or failed. */
  async function passOn(
    message: Message,
    outcome: Outcome,
    {
      from,
      back,
      record,
    }: { readonly from: Sender; readonly back: Passage<Message>; readonly record: Record<Message> },
  ): Promise<Message | undefined> {
    const { id, method } = headOf(message);
    const endsClosing = method === undefined && closings.delete(answeredKeyOf(id, from));
    const lost = losses.end(message, from);
    if (outcome.error === undefined) {
      losses.see(message, from);
      const failure = lost === undefined ? undefined : standInFor(message, lost).onward;
      // If it cannot be recorded either, the session says after a restart that the turn was interrupted.
      if (failure) await record({ message: failure, text: JSON.stringify(failure) }).catch(onFailure);
      const result = failure ?? message;
      options.onRecorded?.(result, outcome);
      return result;
    }
    onFailure(outcome.error);
    if (method === "session/close") closings.add(keyOf(id, from));
    if (endsClosing || (typeof method === "string" && STOPS_WORK.has(method))) return message;
    const problem = describeFailure(outcome.error);
    const standIn = standInFor(message, problem);
    if (standIn.back) back.pass(standIn.back);
    const sessionId = id === undefined ? losses.lose(message, problem) : undefined;
    if (sessionId !== undefined) options.onLoss?.(sessionId);
    return standIn.onward;
  }
}

/** `text` is the message as JSON. */
type Record<Message> = (record: { readonly message: Message; readonly text: string }) => Promise<number | undefined>;

interface Outcome extends RecordPlace {
  readonly error?: unknown;
}

const STOPS_WORK: ReadonlySet<string> = new Set(["session/cancel", "$/cancel_request", "session/close"]);

interface Passage<Message> {
  /** Waits only when too many wait already. */
  add(message: Message, text: string): Promise<void>;
  /** Delivers it without a record, behind what was added so far. */
  pass(message: Message): void;
  /** Resolves when everything that was added has been delivered; rejects if it cannot be. */
  settled(): Promise<void>;
  /** Resolves with the first error of a delivery, after which nothing is delivered. */
  readonly failed: Promise<unknown>;
}

/** Delivers what it is given in order, each when it has been recorded. */
function createPassage<Message>(options: {
  readonly record: Record<Message>;
  /** What is to be delivered of it; undefined for nothing. */
  readonly onOutcome: (message: Message, outcome: Outcome) => Promise<Message | undefined>;
  readonly deliver: (message: Message) => Promise<void> | void;
}): Passage<Message> {
  const { record, onOutcome, deliver } = options;
  const failed = Promise.withResolvers<unknown>();
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    async add(message, text) {
      const recorded = recordMessage(message, text);
      waiting += 1;
      inOrder(async () => {
        const outcome = await recorded;
        const result = await onOutcome(message, outcome);
        waiting -= 1;
        if (result !== undefined) await deliver(result);
      });
      if (waiting >= MOST_WAITING) await last;
    },
    pass: (message) => inOrder(async () => await deliver(message)),
    settled: () => last,
    failed: failed.promise,
  };

  function inOrder(step: () => Promise<void>): void {
    last = last.then(step);
    last.catch(failed.resolve);
  }

  /** A record that throws at once fails like one that rejects. */
  async function recordMessage(message: Message, text: string): Promise<Outcome> {
    const size = text.length;
    try {
      return { seq: await record({ message, text }), size };
    } catch (error) {
      return { seq: undefined, size, error: error ?? new Error("unknown") };
    }
  }
}

function headOf(message: unknown): { readonly id?: unknown; readonly method?: unknown } {
  return typeof message === "object" && message !== null ? message : {};
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
