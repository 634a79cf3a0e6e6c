/**
 * One side of a JSON-RPC connection with nothing between the test and the wire.
 *
 * It keeps order and records everything. It does not validate, gate or repair; politeness is the business of the
 * scripted client and agent on top of it.
 */

import { isObject } from "@tenon/basis";

import { isRequest, isResponse } from "./json-rpc.ts";
import { type AnswerRequest, createReceivedRequests } from "./received-requests.ts";
import { createSentRequests } from "./sent-requests.ts";
import {
  keepTranscript,
  type Role,
  type Transcript,
  type TranscriptEntry,
  type TranscriptKeeper,
} from "./transcript.ts";
import { readLine } from "./wire-line.ts";
import type { Wire } from "./wire.ts";

export interface RawPeerOptions {
  readonly wire: Wire;
  readonly role: Role;
  readonly answer: AnswerRequest;
  onNotification?(method: string, params: unknown): void;
  /** A line that was no message. */
  puzzle?(entry: TranscriptEntry): void;
}

export interface RawPeer {
  readonly transcript: Transcript;
  /** Resolves when the other side has ended or the connection broke. */
  readonly closed: Promise<void>;
  /**
   * The peer's result, taken unchecked for what the test says it is: `loadSchemaCheck` checks it.
   * Rejects with `RequestFailed`, or when the peer goes.
   */
  request<Result>(method: string, params?: unknown): Promise<Result>;
  notify(method: string, params?: unknown): Promise<void>;
  /** Sends any value as one line of JSON. */
  send(value: unknown): Promise<void>;
  /** Sends any text, as it is. Resolves when it and everything before it is written. */
  write(text: string): Promise<void>;
  stopReading(): void;
  readOn(): void;
  end(): Promise<void>;
  drop(): Promise<void>;
}

export function rawPeer(options: RawPeerOptions): RawPeer {
  const { wire, role } = options;
  const other = role === "client" ? "agent" : "client";
  const hasGone = () => new Error(`The ${other} has gone`);
  const transcript = keepTranscript();
  const sent = createSentRequests();
  const { send, write } = createWriter(wire, { role, transcript });
  const received = createReceivedRequests({ answer: options.answer, send });
  let isOver = false;
  const reading = gatedLines(wire);

  return {
    transcript,
    closed: read(),
    request<Result>(method: string, params?: unknown) {
      const { id, result, reject } = sent.add<Result>();
      if (isOver) reject(hasGone());
      else send({ jsonrpc: "2.0", id, method, params }).catch(reject);
      return result;
    },
    notify: (method, params) => send({ jsonrpc: "2.0", method, params }),
    send,
    write,
    stopReading: reading.stop,
    readOn: reading.go,
    end: () => wire.end(),
    drop() {
      reading.go();
      return wire.drop();
    },
  };

  async function read(): Promise<void> {
    try {
      for await (const line of reading.lines()) {
        const entry = { from: other, ...line } as const;
        transcript.record(entry);
        take(entry);
      }
    } catch {
      // The connection broke, which ends it just the same.
    }
    isOver = true;
    transcript.end();
    received.cancelAll();
    sent.end(hasGone());
  }

  function take(entry: TranscriptEntry): void {
    const { message, text } = entry;
    if (!message) options.puzzle?.(entry);
    else if (isRequest(message)) void received.answer(message, text);
    else if (isResponse(message)) sent.settle(message, text);
    else {
      const { method, params } = message;
      if (method === "$/cancel_request" && isObject(params)) received.cancel(params["requestId"]);
      options.onNotification?.(method, params);
    }
  }
}

/** Records each line, and writes it. */
function createWriter(
  wire: Wire,
  { role, transcript }: { readonly role: Role; readonly transcript: TranscriptKeeper },
) {
  return { send: (value: unknown) => write(`${JSON.stringify(value)}\n`), write };

  async function write(text: string): Promise<void> {
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    for (const line of lines) transcript.record({ from: role, ...readLine(line) });
    await wire.write(text);
  }
}

/** Each line when the test lets it pass. */
function gatedLines(wire: Wire) {
  let gate = Promise.resolve();
  let go = () => {};
  return {
    stop: () => void (gate = new Promise((resolve) => (go = resolve))),
    go: () => go(),
    async *lines() {
      for await (const line of wire.lines) {
        await gate;
        yield line;
      }
    },
  };
}
