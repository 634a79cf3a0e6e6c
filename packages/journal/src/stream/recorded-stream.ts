/**
 * A stream of messages, each of which is recorded before it goes on, in either direction. The exceptions are what
 * `isReadAtOnce` names, and MCP over ACP (`mcp-traffic.ts`).
 *
 * What becomes of a message that cannot be recorded is in `unrecorded.ts`. One that cannot be carried at all (`problemOf`
 * objects, or it is not JSON) costs only itself in the same way.
 */

import { errorMessage } from "@tenon/basis";

import type { Sender } from "./losses.ts";
import { MAX_WAITING, type RecordMessage, type RecordPosition } from "./passage.ts";
import { createRecordedPassages } from "./recorded-passages.ts";
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

export interface Problem extends Refusal {
  /** In a sentence. */
  readonly message: string;
}

export interface RecordedStreamOptions<Message> {
  readonly onRead: RecordMessage<Message>;
  readonly onWrite: RecordMessage<Message>;
  /** A message could not be recorded. */
  readonly onFailure: (error: unknown) => void;
  /** A turn of this session has lost a message: its work should stop. Called once for each turn. */
  readonly onLoss?: (sessionId: string) => void;
  /** Called for each message that was recorded, of both directions in the order of the record, before it goes on. */
  readonly onRecorded?: (message: Message, place: RecordPosition, from: Sender) => Promise<void> | void;
  /** A message as it is on the wire, if that is known: otherwise it is made into JSON. */
  readonly textOf?: (message: Message) => string | undefined;
  /**
   * True for messages that are read and go on while they are being recorded: what they lead to is recorded after them. Not
   * together with `onRecorded`.
   */
  readonly isReadAtOnce?: (message: Message) => boolean;
  /** Why a message that was read must not go on. */
  readonly problemOf?: (message: Message) => Problem | undefined;
  /** Called for each message that could not be carried. */
  readonly onRefused: (problem: string) => void;
}

export function recordedStream<Sent>(
  stream: MessageStream<Sent | ErrorResponse>,
  options: RecordedStreamOptions<Sent | ErrorResponse>,
): RecordedStream<Sent | ErrorResponse> {
  type Message = Sent | ErrorResponse;
  const writer = stream.writable.getWriter();
  // Who writes or closes gets the failure; without either it is of no interest.
  writer.closed.catch(() => {});
  const incoming = createIncoming(stream.readable);
  const { near: written, far: read } = createRecordedPassages<Message>({
    near: {
      record: (message, text) => options.onWrite({ message, text }),
      deliver: (message) => writer.write(message),
    },
    far: {
      record: (message, text) => options.onRead({ message, text }),
      deliver: incoming.enqueue,
      isDeliveredAtOnce: options.onRecorded ? undefined : options.isReadAtOnce,
    },
    isMcpEarly: true,
    messageOf: (message) => message,
    errorItem: (response) => response,
    onFailure: options.onFailure,
    onLoss: options.onLoss,
    onRecorded: options.onRecorded,
  });
  const writable = new WritableStream<Message>({
    start: (controller) => void written.failed.then((error) => controller.error(error)),
    // Not when it is on its way: one record, and one wait for the disk, would follow another.
    write: (message) => carry(message, "near"),
    async close() {
      await written.settled();
      await writer.close();
    },
    abort: (reason) => writer.abort(reason),
  });
  void incoming.pump((message) => carry(message, "far"), read.settled);
  return {
    readable: incoming.readable,
    writable,
    async repeat(message) {
      await written.settled();
      await writer.write(message);
    },
    flushed: () => written.settled(),
  };

  async function carry(message: Message, from: Sender): Promise<void> {
    const [onward, back] = from === "near" ? [written, read] : [read, written];
    const refused = from === "far" ? options.problemOf?.(message) : undefined;
    const { text, problem } = refused === undefined ? toText(message, options) : { problem: refused.message };
    if (problem === undefined) return await onward.add(message, text);
    options.onRefused(problem);
    const standIn = standInFor(message, problem, refused);
    if (standIn.onward) await onward.add(standIn.onward, JSON.stringify(standIn.onward));
    if (standIn.back) await back.add(standIn.back, JSON.stringify(standIn.back));
  }
}

function toText<Message>(
  message: Message,
  { textOf }: Pick<RecordedStreamOptions<Message>, "textOf">,
): ReturnType<typeof toJson> {
  const text = textOf?.(message);
  return text === undefined ? toJson(message) : { text };
}

interface Incoming<Message> {
  readonly readable: ReadableStream<Message>;
  enqueue(message: Message): void;
  /** Reads the stream to its end, and ends when everything that was read has been delivered. */
  pump(carry: (message: Message) => Promise<void>, settled: () => Promise<void>): Promise<void>;
}

function createIncoming<Message>(source: ReadableStream<Message>): Incoming<Message> {
  const reader = source.getReader();
  let isCancelled = false;
  let controller: ReadableStreamDefaultController<Message>;
  const readable = new ReadableStream<Message>(
    {
      start: (given) => void (controller = given),
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: MAX_WAITING },
  );
  return {
    readable,
    // The reader may have gone while a message waited for its record.
    enqueue: (message) => void (isCancelled || controller.enqueue(message)),
    async pump(carry, settled) {
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) await carry(next.value);
        await settled();
        if (!isCancelled) controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  };
}

function toJson(
  message: unknown,
): { readonly text: string; readonly problem?: never } | { readonly text?: never; readonly problem: string } {
  try {
    return { text: JSON.stringify(message) };
  } catch (error) {
    return { problem: `The message cannot be written as JSON: ${errorMessage(error)}` };
  }
}
