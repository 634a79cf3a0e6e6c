/**
 * The messages of a session's servers as records for its journal, each with the tool call that it belongs to: for our agent
 * and the proxy.
 *
 * The law: nothing waits for it, and a slow journal does not fill the memory. A call and its answer are kept as long as the
 * journal keeps up; what a server says beside that, within a budget.
 */

import { defined, type JsonObject } from "@tenon/basis";

import type { ServerMessage } from "../hub-types.ts";
import { createMessageBudget } from "./message-budget.ts";

export interface MessageRecord {
  add(message: ServerMessage): void;
  /** More may be known of the calls whose messages wait. */
  look(): void;
  /** What waits is recorded as it is. */
  flush(): void;
  /** Says what was left out. */
  close(): void;
}

/** How the session's client knows a call; without an id if it does not. */
export interface KnownCall {
  readonly toolCallId: string | undefined;
}

/** As a journal takes it. */
export interface RecordedMessage {
  readonly from: "tenon";
  readonly text: string;
  readonly message: JsonObject;
  /** When the message came, if it was not recorded then. */
  readonly at?: number;
}

export interface MessageRecordOptions {
  /** The calls that run on a server, by the `call` of their messages. */
  readonly callsOn: (server: string) => readonly string[];
  /** Undefined as long as it is not known: the call's messages wait, and those behind them. By default it is the call itself. */
  readonly toolCallOf?: (call: string) => KnownCall | undefined;
  readonly append: (record: RecordedMessage) => Promise<unknown>;
  /** The clock of the record, in milliseconds since 1970. */
  readonly now: () => number;
}

// What may wait for a slow journal. The largest result that is recorded has two million characters of text.
const MAX_UNWRITTEN = { messages: 2_000, characters: 16_000_000 };

const NO_CALL: KnownCall = { toolCallId: undefined };

/** To redact and hash a message of this length holds up its reader. */
const LARGE = 256 * 1024;
/** The reader has it by then, and asks next. */
const READER_MS = 40;

// What a call leads to although it is a request of its own; it says nowhere which call that was.
const LED_TO_BY_A_CALL: ReadonlySet<unknown> = new Set([
  "elicitation/create",
  "sampling/createMessage",
  "roots/list",
  "resources/read",
  "tasks/get",
  "tasks/result",
  "tasks/cancel",
]);

interface Waiting {
  readonly heard: ServerMessage;
  readonly call: string | undefined;
  readonly at: number;
  /** Its reader goes first. */
  isHeld: boolean;
}

export function createMessageRecord(options: MessageRecordOptions): MessageRecord {
  const { callsOn, append, toolCallOf = (call) => ({ toolCallId: call }), now } = options;
  const asked = new Map<string, string>();
  const unwritten = createUnwritten();
  const waiting: Waiting[] = [];
  const budget = createMessageBudget((dropped) => {
    const event = { type: "mcp-messages-dropped", ...dropped };
    // A journal that cannot be written fails the turn with its next message.
    append({ from: "tenon", text: JSON.stringify(event), message: event }).catch(() => {});
  });

  return {
    add(heard) {
      const { server, text } = heard;
      const call = heard.call ?? callBehind(heard);
      const isCallOrAnswer = heard.call !== undefined && heard.message["id"] !== undefined;
      if (!isCallOrAnswer && !budget.take(server, text.length)) return;
      if (!unwritten.take(text.length)) return budget.drop(server);
      const isHeld = text.length > LARGE;
      const known = waiting.length === 0 && !isHeld ? knownCall(call) : undefined;
      if (known) return write(heard, known);
      const entry = { heard, call, at: now(), isHeld };
      waiting.push(entry);
      if (isHeld) setTimeout(release, READER_MS, entry).unref();
    },
    look,
    flush,
    close() {
      flush();
      budget.close();
    },
  };

  function knownCall(call: string | undefined): KnownCall | undefined {
    return call === undefined ? NO_CALL : toolCallOf(call);
  }

  function release(held: Waiting): void {
    held.isHeld = false;
    look();
  }

  function look(): void {
    for (let [next] = waiting; next; [next] = waiting) {
      const known = next.isHeld ? undefined : knownCall(next.call);
      if (!known) return;
      waiting.shift();
      write(next.heard, known, next.at);
    }
  }

  function flush(): void {
    for (const { heard, call, at } of waiting.splice(0)) write(heard, knownCall(call) ?? NO_CALL, at);
  }

  function write({ server, direction, message, text }: ServerMessage, { toolCallId }: KnownCall, at?: number): void {
    const head = { type: "mcp-message", server, direction, toolCallId };
    // Its text is as it is, and large: made into JSON once.
    const whole = `${JSON.stringify(head).slice(0, -1)},"message":${text}}`;
    const written = () => unwritten.release(text.length);
    // Not awaited: a server does not wait for the disk.
    append({ from: "tenon", text: whole, message: { ...head, message }, ...defined({ at }) }).then(written, written);
  }

  /** The only call of the server that runs; of several, it is unknown which. An answer belongs where its question does. */
  function callBehind({ server, direction, message }: ServerMessage): string | undefined {
    const { id, method } = message;
    if (id === undefined) return undefined;
    if (method === undefined) {
      const key = keyOf(server, direction === "sent" ? "received" : "sent", id);
      const call = asked.get(key);
      asked.delete(key);
      return call;
    }
    const [call, ...others] = LED_TO_BY_A_CALL.has(method) ? callsOn(server) : [];
    const key = keyOf(server, direction, id);
    // An id that comes again is another question: the one before died with its connection.
    asked.delete(key);
    if (call === undefined || others.length > 0) return undefined;
    asked.set(key, call);
    return call;
  }
}

/** What the journal has been given and not written yet. */
function createUnwritten() {
  let messages = 0;
  let characters = 0;
  return {
    /** False if it would be too much. One message fits, however large. */
    take(size: number): boolean {
      const isFull = messages >= MAX_UNWRITTEN.messages || characters + size > MAX_UNWRITTEN.characters;
      if (isFull && messages > 0) return false;
      messages += 1;
      characters += size;
      return true;
    },
    release(size: number): void {
      messages -= 1;
      characters -= size;
    },
  };
}

function keyOf(server: string, asker: ServerMessage["direction"], id: unknown): string {
  return JSON.stringify([server, asker, id]);
}
