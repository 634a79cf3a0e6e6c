/**
 * A stream of messages, each of which is recorded before it goes on, in either direction.
 *
 * Messages do not wait for each other's record: those that come together are written together. The order is kept. If
 * the record fails the message still goes on, because whoever waits for an answer would wait for ever; `onFailure`
 * hears of it, and should stop the work that cannot be kept.
 */

export interface MessageStream<Message> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

// How many messages may wait for their record before whoever sends more has to wait too.
const MOST_WAITING = 256;

export function recordedStream<Message>(
  stream: MessageStream<Message>,
  options: {
    readonly onRead: (text: string) => Promise<unknown>;
    readonly onWrite: (text: string) => Promise<unknown>;
    readonly onFailure: (error: unknown) => void;
  },
): MessageStream<Message> {
  const { onRead, onWrite, onFailure } = options;
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  // Whoever writes or closes hears of a failure; nobody else has to.
  writer.closed.catch(() => {});

  const writes = queueBehind(onWrite, (message: Message) => writer.write(message));
  const writable = new WritableStream<Message>(
    {
      write: (message) => writes.add(message),
      async close() {
        await writes.settled();
        await writer.close();
      },
      abort: (reason) => writer.abort(reason),
    },
    { highWaterMark: MOST_WAITING },
  );

  const readable = new ReadableStream<Message>(
    {
      async start(controller) {
        const reads = queueBehind(onRead, async (message: Message) => controller.enqueue(message));
        void (async () => {
          try {
            for (let next = await reader.read(); !next.done; next = await reader.read()) await reads.add(next.value);
            await reads.settled();
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        })();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: MOST_WAITING },
  );
  return { readable, writable };

  /** Delivers what it is given in order, each when it has been recorded. `add` waits only when too many wait already. */
  function queueBehind(record: (text: string) => Promise<unknown>, deliver: (message: Message) => Promise<void>) {
    let waiting = 0;
    let last = Promise.resolve();
    let failure: { readonly error: unknown } | undefined;
    return {
      async add(message: Message): Promise<void> {
        if (failure) throw failure.error;
        const recorded = record(JSON.stringify(message)).catch(onFailure);
        waiting += 1;
        last = last
          .then(() => recorded)
          .then(() => deliver(message))
          .catch((error: unknown) => void (failure ??= { error }))
          .finally(() => void (waiting -= 1));
        if (waiting >= MOST_WAITING) await last;
      },
      async settled(): Promise<void> {
        await last;
        if (failure) throw failure.error;
      },
    };
  }
}
