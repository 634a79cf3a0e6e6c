/**
 * The requests that came in and are being answered.
 */

import type { AnyRequest, JsonRpcId } from "@agentclientprotocol/sdk";

import { RequestFailed } from "./json-rpc.ts";

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

/** The result to send; a `RequestFailed` is sent as that error, and a promise that never settles is never answered. */
export type AnswerRequest = (request: IncomingRequest) => Promise<unknown>;

/** Why a request is aborted that the peer has not cancelled. */
export const CONNECTION_ENDED = new Error("The connection has ended");

export interface ReceivedRequests {
  answer(request: AnyRequest, text: string): Promise<void>;
  cancel(id: unknown): void;
  cancelAll(): void;
}

export function createReceivedRequests(options: {
  readonly answer: AnswerRequest;
  send(response: object): Promise<void>;
}): ReceivedRequests {
  const open = new Map<unknown, AbortController>();
  return {
    async answer({ id, method, params }, text) {
      const controller = new AbortController();
      open.set(id, controller);
      const later: (() => void)[] = [];
      const afterwards = (run: () => void) => void later.push(run);
      const request = { id, method, params, text, signal: controller.signal, afterwards };
      const outcome = await outcomeOf(options.answer, request);
      open.delete(id);
      // The connection may have ended while the answer was made.
      await options.send({ jsonrpc: "2.0", id, ...outcome }).catch(() => {});
      for (const run of later) run();
    },
    cancel: (id) => open.get(id)?.abort(),
    cancelAll() {
      for (const controller of open.values()) controller.abort(CONNECTION_ENDED);
    },
  };
}

async function outcomeOf(answer: AnswerRequest, request: IncomingRequest): Promise<object> {
  try {
    const result = await answer(request);
    return { result: result === undefined ? {} : result };
  } catch (error) {
    if (!(error instanceof RequestFailed)) return { error: { code: -32603, message: String(error) } };
    const { code, message, data } = error;
    return { error: data === undefined ? { code, message } : { code, message, data } };
  }
}
