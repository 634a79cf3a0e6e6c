/**
 * A stream of messages, each of which is recorded before it goes on, in either direction.
 *
 * What is read does not wait for the record of what was read before: what comes together is recorded together. The order
 * is kept. If the record fails the message still goes on, because whoever waits for an answer would wait for ever;
 * `onFailure` hears of it, and should stop the work that cannot be kept.
 */

export interface MessageStream<Message> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

// How many messages may wait for their record before no more are read.
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

  const writable = new WritableStream<Message>({
    // Whoever sends may wait for this, and so knows when what it sent is on its way.
    async write(message) {
      await onWrite(JSON.stringify(message)).catch(onFailure);
      await writer.write(message);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });

  let isCancelled = false;
  const readable = new ReadableStream<Message>(
    {
      async start(controller) {
        const reads = createReads((message) => {
          // Whoever reads may have gone while a message waited for its record.
          if (!isCancelled) controller.enqueue(message);
        });
        void (async () => {
          try {
            for (let next = await reader.read(); !next.done; next = await reader.read()) await reads.add(next.value);
            await reads.settled();
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
  return { readable, writable };

  /** Delivers what it is given in order, each when it has been recorded. `add` waits only when too many wait already. */
  function createReads(deliver: (message: Message) => void) {
    let waiting = 0;
    let last = Promise.resolve();
    return {
      async add(message: Message): Promise<void> {
        const recorded = onRead(JSON.stringify(message)).catch(onFailure);
        waiting += 1;
        last = last
          .then(() => recorded)
          .then(() => {
            waiting -= 1;
            deliver(message);
          });
        if (waiting >= MOST_WAITING) await last;
      },
      settled: () => last,
    };
  }
}
