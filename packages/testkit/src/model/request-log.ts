/**
 * The requests in the order in which they came, and a way to wait for the next one.
 *
 * `next` hands out every request once, also those that came before it was called: a test cannot miss one.
 */

import { addAbortListener } from "node:events";

import type { RecordedRequest } from "./model-request.ts";

export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  /** Of all requests, also when they are not kept. */
  readonly count: number;
  add(request: RecordedRequest): void;
  next(options?: { readonly signal?: AbortSignal | undefined }): Promise<RecordedRequest>;
  /** Rejects what still waits. */
  close(): void;
}

export class ModelServerError extends Error {
  override readonly name = "ModelServerError";
  readonly code: "closed";
  readonly details: { readonly requests: number };

  constructor(code: "closed", message: string, details: { readonly requests: number }) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export function createRequestLog({ isKept = true }: { readonly isKept?: boolean | undefined } = {}): RequestLog {
  const requests: RecordedRequest[] = [];
  const waiting = new Set<PromiseWithResolvers<RecordedRequest>>();
  let handedOut = 0;
  let count = 0;
  let isClosed = false;

  return {
    requests,
    get count() {
      return count;
    },
    add,
    next,
    close,
  };

  function add(request: RecordedRequest): void {
    count += 1;
    if (isKept) requests.push(request);
    const [first] = waiting;
    if (first === undefined) return;
    waiting.delete(first);
    if (isKept) handedOut += 1;
    first.resolve(request);
  }

  async function next(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<RecordedRequest> {
    options.signal?.throwIfAborted();
    const already = requests[handedOut];
    if (already !== undefined) {
      handedOut += 1;
      return already;
    }
    if (isClosed) throw closedError();
    const turn = Promise.withResolvers<RecordedRequest>();
    waiting.add(turn);
    const listener = options.signal && addAbortListener(options.signal, () => giveUp(turn, options.signal?.reason));
    return turn.promise.finally(() => listener?.[Symbol.dispose]());
  }

  function giveUp(turn: PromiseWithResolvers<RecordedRequest>, reason: unknown): void {
    waiting.delete(turn);
    turn.reject(reason);
  }

  function close(): void {
    isClosed = true;
    for (const turn of waiting) giveUp(turn, closedError());
  }

  function closedError(): ModelServerError {
    const details = { requests: count };
    return new ModelServerError("closed", `The model server was closed after ${details.requests} requests`, details);
  }
}
