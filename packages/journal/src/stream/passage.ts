/**
 * One direction of a stream: delivers messages in order, each when it has been recorded.
 *
 * No message waits for the record of the one before it, so that a journal can write them together.
 */

import { systemClock, within } from "@tenon/basis";

/** Where a message stands in its session's record. */
export interface RecordPosition {
  /** Undefined if it belongs to no session, or is in the record already. */
  readonly seq: number | undefined;
  /** How long it is, as JSON. */
  readonly size: number;
}

export interface Outcome extends RecordPosition {
  readonly error?: unknown;
}

/** `text` is the message as JSON. Resolves with its sequence number, if it has one. */
export type RecordMessage<Message> = (record: {
  readonly message: Message;
  readonly text: string;
}) => Promise<number | undefined>;

export interface Passage<Message> {
  /** A promise only when too much waits already. */
  add(message: Message, text: string): Promise<void> | undefined;
  /** Delivers it without a record, behind what was added so far. */
  pass(message: Message): void;
  /** Resolves when everything that was added has been delivered; rejects if it cannot be. */
  settled(): Promise<void>;
  /** Resolves with the first error of a delivery, after which nothing is delivered. */
  readonly failed: Promise<unknown>;
}

/** Runs the steps of both directions one after another: what is seen of them is in the order of the record. */
export interface Order {
  /** Resolves when the step has run. A step must not reject. */
  run(step: () => Promise<void>): Promise<void>;
  /** Begins a record: at once, or behind those that are held. */
  begin<Recorded>(record: () => Promise<Recorded>): Promise<Recorded>;
  /** A message has been taken, and is delivered when this resolves. */
  taken(delivered: Promise<void>): void;
  /** Records that are not begun yet wait until this is delivered and the next message after it too, but not for long. */
  hold(delivered: Promise<void>): void;
}

// A peer that does not read must not keep what it writes from being recorded.
const MAX_HELD_MS = 250;
/** In which a reader takes a large message and asks what it asks next. */
const READER_MS = 100;
/** In which a message that was delivered leaves this process. */
const LEAVING_MS = 2;

export function createOrder(): Order {
  let last: Promise<void> = Promise.resolve();
  let held: Promise<unknown> | undefined;
  let waiting = 0;
  let next = Promise.withResolvers<void>();
  return {
    run: (step) => (last = last.then(step)),
    async begin(record) {
      if (held) {
        waiting += 1;
        await held;
        waiting -= 1;
        // Not before the last has begun: a new one would overtake it.
        if (waiting === 0) held = undefined;
      }
      return await record();
    },
    taken(delivered) {
      if (!held) return;
      const { resolve } = next;
      next = Promise.withResolvers();
      void delivered.then(() => systemClock.after(LEAVING_MS)).then(resolve, resolve);
    },
    hold(delivered) {
      const isAsked = delivered.then(() => Promise.race([next.promise, systemClock.after(READER_MS)]));
      held = Promise.allSettled([held, within(MAX_HELD_MS, isAsked)]);
    },
  };
}

export interface PassageOptions<Message> {
  readonly order: Order;
  record(message: Message, text: string): Promise<number | undefined>;
  /** What is to be delivered of it; undefined for nothing. */
  readonly onOutcome: (message: Message, outcome: Outcome) => Promise<Message | undefined> | Message | undefined;
  readonly deliver: (message: Message) => Promise<void> | void | undefined;
  /** True for what is delivered while it is being recorded, if nothing waits before it. */
  readonly isDeliveredAtOnce?: ((message: Message) => boolean) | undefined;
  /** True for what is delivered while it is being recorded, before all that waits. Called once for each message. */
  readonly overtakes: (message: Message) => boolean;
}

/** How much may wait to be delivered before no more is taken. */
export const MAX_WAITING = 256;
const MAX_WAITING_CHARACTERS = 8 * 1024 * 1024;
/**
 * To redact and hash a message of this length takes as long as its reader takes for it: so it is delivered first, and what
 * the reader asks next as well.
 */
const LARGE = 256 * 1024;

export function createPassage<Message>(options: PassageOptions<Message>): Passage<Message> {
  const { order, record, onOutcome, deliver, isDeliveredAtOnce, overtakes } = options;
  const failed = Promise.withResolvers<unknown>();
  const waiting = { messages: 0, characters: 0 };
  let settled: Promise<void> = Promise.resolve();
  let delivered: Promise<void> = Promise.resolve();
  return {
    add(message, text) {
      const isEarly = overtakes(message);
      const isDelivered = isEarly || (waiting.messages === 0 && (isDeliveredAtOnce?.(message) ?? false));
      if (isDelivered) pass(message);
      order.taken(delivered);
      if (isEarly && text.length > LARGE) order.hold(delivered);
      const recorded = outcomeOf(() => order.begin(() => record(message, text)), text.length);
      waiting.messages += 1;
      waiting.characters += text.length;
      settled = order.run(() => recorded.then((outcome) => settle(message, outcome, isDelivered)));
      const isFull = waiting.messages >= MAX_WAITING || waiting.characters >= MAX_WAITING_CHARACTERS;
      return isFull ? whenDelivered() : undefined;
    },
    pass,
    settled: whenDelivered,
    failed: failed.promise,
  };

  async function settle(message: Message, outcome: Outcome, isDelivered: boolean): Promise<void> {
    try {
      const result = onOutcome(message, outcome);
      const passed = result instanceof Promise ? await result : result;
      if (passed !== undefined && !isDelivered) pass(passed);
    } catch (error) {
      inOrder(() => Promise.reject(error));
    }
    inOrder(() => {
      waiting.messages -= 1;
      waiting.characters -= outcome.size;
    });
  }

  function pass(message: Message): void {
    inOrder(() => deliver(message));
  }

  async function whenDelivered(): Promise<void> {
    await settled;
    await delivered;
  }

  function inOrder(step: () => Promise<void> | void): void {
    delivered = delivered.then(step);
    delivered.catch(failed.resolve);
  }
}

/** A record that throws at once fails like one that rejects. */
async function outcomeOf(record: () => Promise<number | undefined>, size: number): Promise<Outcome> {
  try {
    return { seq: await record(), size };
  } catch (error) {
    return { seq: undefined, size, error: error ?? new Error("unknown") };
  }
}
