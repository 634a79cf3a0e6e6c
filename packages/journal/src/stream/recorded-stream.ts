/**
 * A stream of messages, each of which is recorded before it goes on, in either direction.
 *
 * No message waits for the record of the one before it: what comes together is recorded together, and goes on in order. If
 * the record fails the message still goes on, because whoever waits for an answer would wait for ever; `onFailure` hears
 * of it, and should stop the work that cannot be kept.
 */

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

export function recordedStream<Message>(
  stream: MessageStream<Message>,
  options: {
    readonly onRead: (text: string) => Promise<unknown>;
    readonly onWrite: (text: string) => Promise<unknown>;
    readonly onFailure: (error: unknown) => void;
  },
): RecordedStream<Message> {
  const { onRead, onWrite, onFailure } = options;
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  // Whoever writes or closes hears of a failure; nobody else has to.
  writer.closed.catch(() => {});

  const written = createPassage<Message>({ record: onWrite, onFailure, deliver: (message) => writer.write(message) });
  const writable = new WritableStream<Message>({
    start: (controller) => void written.failed.then((error) => controller.error(error)),
    // Not when it is on its way: one record, and one wait for the disk, would follow another.
    write: (message) => written.add(message),
    async close() {
      await written.settled();
      await writer.close();
    },
    abort: (reason) => writer.abort(reason),
  });

  let isCancelled = false;
  const readable = new ReadableStream<Message>(
    {
      async start(controller) {
        const read = createPassage<Message>({
          record: onRead,
          onFailure,
          // Whoever reads may have gone while a message waited for its record.
          deliver: (message) => void (isCancelled || controller.enqueue(message)),
        });
        void (async () => {
          try {
            for (let next = await reader.read(); !next.done; next = await reader.read()) await read.add(next.value);
            await read.settled();
            if (!isCancelled) controller.close();
          } catch (error) {
            controller.error(error);
          }
        })();
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
}

interface Passage<Message> {
  /** Waits only when too many wait already. */
  add(message: Message): Promise<void>;
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
    async add(message) {
      const recorded = record(JSON.stringify(message)).catch(onFailure);
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
}
