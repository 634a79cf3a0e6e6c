/**
 * One direction of a stream: delivers messages in order, each when it has been recorded.
 *
 * No message waits for the record of the one before it, so that a journal can write them together.
 */

/** Where a message stands in its session's record. */
export interface RecordPlace {
  /** Undefined if it belongs to no session, or is in the record already. */
  readonly seq: number | undefined;
  /** How long it is, as JSON. */
  readonly size: number;
}

export interface Outcome extends RecordPlace {
  readonly error?: unknown;
}

/** `text` is the message as JSON. Resolves with its sequence number, if it has one. */
export type RecordMessage<Message> = (record: {
  readonly message: Message;
  readonly text: string;
}) => Promise<number | undefined>;

export interface Passage<Message> {
  /** Waits only when too many wait already. */
  add(message: Message, text: string): Promise<void>;
  /** Delivers it without a record, behind what was added so far. */
  pass(message: Message): void;
  /** Resolves when everything that was added has been delivered; rejects if it cannot be. */
  settled(): Promise<void>;
  /** Resolves with the first error of a delivery, after which nothing is delivered. */
  readonly failed: Promise<unknown>;
}

export interface PassageOptions<Message> {
  readonly record: RecordMessage<Message>;
  /** What is to be delivered of it; undefined for nothing. */
  readonly onOutcome: (message: Message, outcome: Outcome) => Promise<Message | undefined>;
  readonly deliver: (message: Message) => Promise<void> | void;
}

/** How many messages may wait for their record before no more are taken. */
export const MAX_WAITING = 256;

export function createPassage<Message>({ record, onOutcome, deliver }: PassageOptions<Message>): Passage<Message> {
  const failed = Promise.withResolvers<unknown>();
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    async add(message, text) {
      const recorded = outcomeOf(message, text);
      waiting += 1;
      inOrder(async () => {
        const outcome = await recorded;
        const result = await onOutcome(message, outcome);
        waiting -= 1;
        if (result !== undefined) await deliver(result);
      });
      if (waiting >= MAX_WAITING) await last;
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
  async function outcomeOf(message: Message, text: string): Promise<Outcome> {
    const size = text.length;
    try {
      return { seq: await record({ message, text }), size };
    } catch (error) {
      return { seq: undefined, size, error: error ?? new Error("unknown") };
    }
  }
}
