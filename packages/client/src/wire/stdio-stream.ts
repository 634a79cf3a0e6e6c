/**
 * An agent's stdin and stdout as a stream of messages.
 *
 * An agent that is not read freezes [B-09], so it is read ahead of a slow reader, but not without bound: beyond a limit it
 * has to wait until messages are released.
 */

import type { Readable, Writable } from "node:stream";

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { freeBytes, joined, messageParts, writeMessage } from "@tenon/basis";
import { isDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

import type { AgentError } from "../agent-error.ts";
import type { Breathe } from "./breather.ts";
import { createMessageReader } from "./message-reader.ts";
import { substituteForDeep, substituteForLong } from "./unusable-message.ts";

export interface StdioStreamOptions {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly breathe: Breathe;
  onNoise(line: string): void;
  /** Called when nothing more can come or go: a write that failed fails with what it resolves with. */
  end(): Promise<AgentError>;
}

/** `readable` ends with stdout. */
export interface StdioStream extends Stream {
  /** A message as it is on the wire. */
  textOf(message: AnyMessage): string;
  /** It stands for one that could not be read, and is not what the agent wrote. */
  isSubstitute(message: AnyMessage): boolean;
  /** A message that was read takes no more of the capacity. */
  release(message: AnyMessage): void;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_UNRELEASED = 64 * 1024 * 1024;
const SHOWN_OF_DEEP = 200;

export function openStdioStream({ stdin, stdout, breathe, onNoise, end }: StdioStreamOptions): StdioStream {
  const texts = createTexts();
  const substitutes = new WeakSet<AnyMessage>();
  const capacity = createCapacity(stdout);
  let isOver = false;
  let controller: ReadableStreamDefaultController<AnyMessage>;

  const readable = new ReadableStream<AnyMessage>({
    start: (given) => void (controller = given),
    cancel() {
      isOver = true;
      stdout.resume();
    },
  });
  const reader = createMessageReader({
    maxBytes: MAX_MESSAGE_BYTES,
    onNoise,
    onMessage(message, text) {
      if (isDeeperThan(text, MAX_JSON_DEPTH)) {
        onNoise(text.slice(0, SHOWN_OF_DEEP));
        return substitute(substituteForDeep(message), text.length);
      }
      texts.set(message, text);
      arrive(message, text.length);
    },
    onTooLong(head) {
      onNoise(head);
      substitute(substituteForLong(head, { maxBytes: MAX_MESSAGE_BYTES }), head.length);
    },
  });
  capacity.read((chunk) => {
    if (isOver) return undefined; // Read on all the same: it may be writing its last.
    reader.push(chunk);
    return breathe();
  });
  stdout.on("close", () => {
    reader.end();
    if (!isOver) controller.close();
    isOver = true;
  });

  return {
    readable,
    writable: new WritableStream<AnyMessage>({ write: (message) => writeLine(stdin, texts.get(message), end) }),
    textOf: (message) => texts.get(message).text,
    isSubstitute: (message) => substitutes.has(message),
    release: capacity.release,
  };

  function substitute(message: AnyMessage | undefined, size: number) {
    if (!message) return;
    substitutes.add(message);
    arrive(message, size);
  }

  function arrive(message: AnyMessage, size: number) {
    capacity.take(message, size);
    controller.enqueue(message);
  }
}

interface Written {
  readonly text: string;
  readonly parts: readonly string[] | undefined;
}

/** The texts of messages: of one that was read as it came, of others their JSON. */
function createTexts() {
  const texts = new WeakMap<AnyMessage, Written>();
  return {
    set: (message: AnyMessage, text: string) => void texts.set(message, { text, parts: undefined }),
    get(message: AnyMessage): Written {
      const known = texts.get(message);
      if (known) return known;
      const parts = messageParts(message);
      const written = { text: joined(parts) ?? writeMessage(message), parts };
      texts.set(message, written);
      return written;
    },
  };
}

/** Reads while there is capacity: what was read takes some until it is released. */
function createCapacity(stdout: Readable) {
  const sizes = new WeakMap<AnyMessage, number>();
  let unreleased = 0;
  const isFree = () => unreleased <= MAX_UNRELEASED;
  const readOn = () => void (isFree() && stdout.resume());
  return {
    /** Pauses for each breath that it takes to read a chunk. */
    read(take: (chunk: Uint8Array) => ReturnType<Breathe>): void {
      stdout.on("data", (chunk: Uint8Array) => {
        const breath = take(chunk);
        if (!breath && isFree()) return;
        stdout.pause();
        void breath?.then(readOn);
      });
      stdout.on("error", () => {}); // An end like any other.
    },
    take(message: AnyMessage, size: number): void {
      sizes.set(message, size);
      unreleased += size;
    },
    release(message: AnyMessage): void {
      unreleased -= sizes.get(message) ?? 0;
      sizes.delete(message);
      if (stdout.isPaused()) readOn();
    },
  };
}

async function writeLine(stdin: Writable, written: Written, end: StdioStreamOptions["end"]): Promise<void> {
  const line = lineOf(written);
  try {
    await new Promise<void>((resolve, reject) => {
      stdin.write(line, (error) => (error ? reject(error) : resolve()));
    });
    if (typeof line !== "string") freeBytes(line);
  } catch {
    // It has left, or wants no more messages: why is known when it is gone.
    throw await end();
  }
}

const LARGE = 64 * 1024;

/** A large text is joined to its line feed as bytes: as a string it would be copied once more, and encoded piece by piece. */
function lineOf({ text, parts = [text] }: Written): string | Buffer {
  if (text.length < LARGE) return `${text}\n`;
  const bytes = Buffer.allocUnsafe(parts.reduce((length, part) => length + Buffer.byteLength(part), 1));
  bytes[parts.reduce((at, part) => at + bytes.write(part, at), 0)] = LINE_FEED;
  return bytes;
}

const LINE_FEED = 0x0a;
