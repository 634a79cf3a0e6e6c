/**
 * The message stream between us and an agent's stdin and stdout.
 *
 * One law: a message is recorded before it goes on, in either direction, and both go on in the order of the record.
 * Records may overlap, so that a journal can write many at once; messages wait for theirs, and never overtake each other.
 */

import type { Readable, Writable } from "node:stream";

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

import { isDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

import { AgentError } from "../agent-error.ts";
import { createArrivals } from "./arrivals.ts";
import type { Breathe } from "./breather.ts";
import { createMessageReader } from "./message-reader.ts";
import { saveTooDeep } from "./too-deep.ts";
import { saveTooLong } from "./too-long.ts";
import type { Side } from "./wire-message.ts";

export interface AgentWireOptions {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly breathe: Breathe;
  readonly record?: RecordMessage | undefined;
  onNoise(line: string): void;
  /** Sees each message in order, when it is recorded and before it goes on. */
  deliver(from: Side, message: AnyMessage, size: number): Delivery;
  /** Called when nothing more can come or go. What it resolves with is what everybody who waits fails with. */
  end(cause?: AgentError): Promise<AgentError>;
}

/** `text` is the message as it is on the wire. */
export type RecordMessage = (record: {
  readonly from: Side;
  readonly message: AnyMessage;
  readonly text: string;
}) => Promise<unknown> | void;

export interface Delivery {
  /** False for what the SDK has no need to see. */
  readonly isForSdk: boolean;
  /** Until then, the message takes room. */
  readonly done?: Promise<void> | undefined;
}

const LARGEST_MESSAGE = 64 * 1024 * 1024;
const SHOWN_OF_DEEP = 200;

/**
 * An agent that is not read freezes [B-09], so we read ahead of slow listeners, but not without bound: beyond this much
 * text it has to wait.
 */
const MOST_UNDELIVERED = 64 * 1024 * 1024;

interface Passing {
  readonly from: Side;
  readonly message: AnyMessage;
  readonly size: number;
  readonly recorded: Promise<void>;
  /** Called when it was delivered. */
  onDelivered?(): void;
}

export function openAgentWire(options: AgentWireOptions): Stream {
  const { stdin, stdout, breathe } = options;
  const passing = createArrivals<Passing>();
  const forSdk = createArrivals<AnyMessage>();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {}); // Heard by who still waits, if anybody does.
  let undelivered = 0;
  let isOver = false;

  const reader = createMessageReader({
    largest: LARGEST_MESSAGE,
    onNoise: options.onNoise,
    onMessage(message, text) {
      if (!isDeeperThan(text, MAX_JSON_DEPTH)) return arrive(message, text.length, record("agent", message, text));
      options.onNoise(text.slice(0, SHOWN_OF_DEEP));
      const rest = saveTooDeep(message);
      if (rest) arrive(rest, text.length, Promise.resolve());
    },
    onTooLong(head) {
      options.onNoise(head);
      const rest = saveTooLong(head, { largest: LARGEST_MESSAGE });
      if (rest) arrive(rest, head.length, Promise.resolve());
    },
  });
  stdout.on("data", (chunk: Uint8Array) => {
    if (isOver) return; // Read on all the same: it may be writing its last.
    reader.push(chunk);
    const breath = breathe();
    if (!breath && hasRoom()) return;
    stdout.pause();
    void breath?.then(readOn);
  });
  stdout.on("error", () => {}); // An end like any other.
  stdout.on("close", () => {
    reader.end();
    passing.end();
  });
  void passOn();

  return {
    readable: new ReadableStream<AnyMessage>({ pull, cancel: finish }, { highWaterMark: 0 }),
    writable: new WritableStream<AnyMessage>({ write }),
  };

  function arrive(message: AnyMessage, size: number, recorded: Promise<void>) {
    undelivered += size;
    enqueue({ from: "agent", message, size, recorded });
  }

  function enqueue(next: Passing) {
    next.recorded.catch(() => {}); // Heard when its turn comes.
    passing.push(next);
  }

  /** Both directions in one queue: they are delivered in the order in which they were recorded. */
  async function passOn(): Promise<void> {
    for (let next = await passing.next(); next && !isOver; next = await passing.next()) {
      try {
        await next.recorded;
      } catch (cause) {
        return finish(await options.end(notRecorded(cause)));
      }
      await breathe();
      deliver(next);
    }
    if (!isOver) finish(await options.end());
  }

  function deliver({ from, message, size, onDelivered }: Passing) {
    const { isForSdk, done } = options.deliver(from, message, size);
    onDelivered?.();
    if (from === "client") return;
    if (isForSdk) forSdk.push(message);
    if (done) void done.then(() => makeRoom(size));
    else makeRoom(size);
  }

  function makeRoom(size: number) {
    undelivered -= size;
    if (stdout.isPaused()) readOn();
  }

  function readOn() {
    if (hasRoom()) stdout.resume();
  }

  function hasRoom(): boolean {
    return undelivered <= MOST_UNDELIVERED;
  }

  function finish(reason: unknown) {
    isOver = true;
    over.reject(reason);
    passing.end();
    forSdk.end();
    stdout.resume();
  }

  /** The SDK asks for the next message when it has dealt with the one before, so it hears of the end last. */
  async function pull(controller: ReadableStreamDefaultController<AnyMessage>): Promise<void> {
    const message = await forSdk.next();
    if (message) controller.enqueue(message);
    else await over.promise;
  }

  async function write(message: AnyMessage): Promise<void> {
    const text = JSON.stringify(message);
    const delivered = Promise.withResolvers<void>();
    const recorded = record("client", message, text);
    enqueue({ from: "client", message, size: text.length, recorded, onDelivered: delivered.resolve });
    await Promise.race([delivered.promise, over.promise]);
    try {
      await writeLine(stdin, text);
    } catch {
      // It has left, or wants to hear nothing more: why is known when it is gone.
      throw await options.end();
    }
  }

  async function record(from: Side, message: AnyMessage, text: string): Promise<void> {
    await options.record?.({ from, message, text });
  }
}

function writeLine(stdin: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

function notRecorded(cause: unknown): AgentError {
  const message =
    "A message could not be recorded, so the connection was closed: what is not recorded is not delivered.";
  return new AgentError("not_recorded", message, {}, { cause });
}
