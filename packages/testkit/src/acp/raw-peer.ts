/**
 * One side of a JSON-RPC connection with nothing between the test and the wire.
 *
 * It keeps order and records everything. It does not validate, gate or repair; politeness is the business of the
 * scripted client and agent on top of it.
 */

import type { AnyRequest, JsonRpcId } from "@agentclientprotocol/sdk";

import { isRecord, isRequest, isResponse, RequestFailed } from "./json-rpc.ts";
import { keepTranscript, type Role, type Transcript, type TranscriptEntry } from "./transcript.ts";
import { readLine } from "./wire-line.ts";
import type { Wire } from "./wire.ts";

export interface IncomingRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: unknown;
  /** The line it came in. */
  readonly text: string;
  /** Aborts when the peer sends `$/cancel_request` for this request, or when the connection ends. */
  readonly signal: AbortSignal;
  /** Runs this once the answer is on the wire. */
  afterwards(run: () => void): void;
}

export interface RawPeerOptions {
  readonly wire: Wire;
  readonly role: Role;
  /** The result to send; a `RequestFailed` is sent as that error, and a promise that never settles is never answered. */
  answer(request: IncomingRequest): Promise<unknown>;
  hear?(method: string, params: unknown): void;
  /** A line that was no message. */
  puzzle?(entry: TranscriptEntry): void;
}

export interface RawPeer {
  readonly transcript: Transcript;
  /** Resolves when the other side has ended or the connection broke. */
  readonly closed: Promise<void>;
  /**
   * The peer's result, taken unchecked for what the test says it is: `loadSchemaCheck` tells right from wrong.
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

interface PendingAnswer {
  /** Takes the line that holds the answer. */
  resolve(text: string): void;
  reject(error: unknown): void;
}

export function rawPeer(options: RawPeerOptions): RawPeer {
  const { wire, role } = options;
  const other = role === "client" ? "agent" : "client";
  const transcript = keepTranscript();
  const pending = new Map<JsonRpcId, PendingAnswer>();
  const incoming = new Map<unknown, AbortController>();
  let lastId = -1;
  let isOver = false;
  let gate = Promise.withResolvers<void>();
  gate.resolve();

  return {
    transcript,
    closed: read(),
    request<Result>(method: string, params?: unknown) {
      const id = (lastId += 1);
      const answer = Promise.withResolvers<Result>();
      pending.set(id, {
        resolve(text) {
          const response: { readonly result: Result } = JSON.parse(text);
          answer.resolve(response.result);
        },
        reject: answer.reject,
      });
      if (isOver) answer.reject(new Error(`The ${other} has gone`));
      else send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }).catch(answer.reject);
      // A test may disconnect and never look at this answer again.
      answer.promise.catch(() => {});
      return answer.promise;
    },
    notify: (method, params) => send({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }),
    send,
    write,
    stopReading: () => void (gate = Promise.withResolvers<void>()),
    readOn: () => gate.resolve(),
    end: () => wire.end(),
    drop() {
      gate.resolve();
      return wire.drop();
    },
  };

  function send(value: unknown): Promise<void> {
    return write(`${JSON.stringify(value)}\n`);
  }

  async function write(text: string): Promise<void> {
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    for (const line of lines) transcript.record({ from: role, ...readLine(line) });
    await wire.write(text);
  }

  async function read() {
    try {
      for await (const line of wire.lines) {
        await gate.promise;
        const entry = { from: other, ...line } as const;
        transcript.record(entry);
        take(entry);
      }
    } catch {
      // The connection broke, which ends it just the same.
    }
    isOver = true;
    transcript.end();
    for (const controller of incoming.values()) controller.abort();
    for (const answer of pending.values()) answer.reject(new Error(`The ${other} has gone`));
    pending.clear();
  }

  function take(entry: TranscriptEntry) {
    const { message } = entry;
    if (!message) return options.puzzle?.(entry);
    if (isRequest(message)) return void answer(message, entry.text);
    if (!isResponse(message)) return hear(message.method, message.params);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ("error" in message) waiting?.reject(new RequestFailed(message.error));
    else waiting?.resolve(entry.text);
  }

  function hear(method: string, params: unknown) {
    if (method === "$/cancel_request" && isRecord(params)) incoming.get(params["requestId"])?.abort();
    options.hear?.(method, params);
  }

  async function answer({ id, method, params }: AnyRequest, text: string) {
    const controller = new AbortController();
    incoming.set(id, controller);
    const later: (() => void)[] = [];
    const afterwards = (run: () => void) => void later.push(run);
    const outcome = await resultOf({ id, method, params, text, signal: controller.signal, afterwards });
    incoming.delete(id);
    // The connection may have ended while the answer was made.
    await send({ jsonrpc: "2.0", id, ...outcome }).catch(() => {});
    for (const run of later) run();
  }

  async function resultOf(request: IncomingRequest) {
    try {
      const result = await options.answer(request);
      return { result: result === undefined ? {} : result };
    } catch (error) {
      if (!(error instanceof RequestFailed)) return { error: { code: -32603, message: String(error) } };
      const { code, message, data } = error;
      return { error: data === undefined ? { code, message } : { code, message, data } };
    }
  }
}
