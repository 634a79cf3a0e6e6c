/**
 * The page's end of an ACP connection: JSON-RPC over one WebSocket, made anew whenever it is lost.
 *
 * The law: every request ends. What was under way when the connection went is rejected with `connection_lost`; what is asked
 * while there is none, with `offline`. What happens in a session is read from its feed, so no updates are sent here.
 */

import { type JsonObject, objectOf, parseJson, stringOf } from "@tenon/basis";

import { openLiveSocket } from "./live-socket.ts";
import { createPendingCalls, offline, type RpcId } from "./pending-calls.ts";

export interface AcpClient {
  /** The connection is there, and both sides have introduced themselves. */
  readonly isReady: boolean;
  request(method: string, params: object, signal?: AbortSignal): Promise<JsonObject>;
  notify(method: string, params: object): void;
  /** Makes another connection: this one seems dead. */
  restart(): void;
  close(): void;
}

export interface AcpClientOptions {
  readonly url: () => URL;
  readonly initialize: object;
  /** With the answer to `initialize`. */
  readonly onReady: (answer: JsonObject) => void;
  readonly onLost: () => void;
  /** The other side asks. An answer that comes after the connection went is dropped. */
  readonly onRequest: (request: IncomingRequest) => void;
  /** The other side no longer wants an answer. */
  readonly onCancelled: (id: RpcId) => void;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onHeard?: (() => void) | undefined;
}

export interface IncomingRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
  readonly answer: (result: object) => void;
  readonly refuse: (error: { readonly code: number; readonly message: string }) => void;
}

export function openAcpClient(options: AcpClientOptions): AcpClient {
  let isReady = false;
  let connection = 0;

  const { url, onHeard } = options;
  const socket = openLiveSocket({ url, onHeard, onOpen: introduce, onMessage: receive, onLost: end });
  const calls = createPendingCalls(socket.send);

  return {
    get isReady() {
      return isReady;
    },
    request: (method, params, signal) =>
      isReady ? calls.call(method, params, signal) : Promise.reject(offline(method)),
    notify: (method, params) => void socket.send(JSON.stringify({ jsonrpc: "2.0", method, params })),
    restart() {
      socket.restart();
      end();
    },
    close() {
      socket.close();
      end();
    },
  };

  function introduce(): void {
    connection += 1;
    const current = connection;
    calls.call("initialize", options.initialize).then(
      (answer) => {
        if (current !== connection) return;
        isReady = true;
        options.onReady(answer);
      },
      () => {
        // Refused: perhaps a gateway that is still starting. Lost: the socket is coming back by itself.
        if (current === connection && socket.isOpen) socket.restart();
      },
    );
  }

  function receive(text: string): void {
    const asked = connection;
    const reply = (answer: object): void => {
      if (asked === connection) socket.send(JSON.stringify({ jsonrpc: "2.0", ...answer }));
    };
    dispatch(objectOf(parseJson(text)), { ...options, onAnswer: calls.settle, reply });
  }

  function end(): void {
    connection += 1;
    isReady = false;
    calls.lose();
    options.onLost();
  }
}

interface Receivers extends Pick<AcpClientOptions, "onRequest" | "onCancelled" | "onNotification"> {
  onAnswer(id: RpcId, message: JsonObject): void;
  reply(answer: object): void;
}

function dispatch(message: JsonObject, to: Receivers): void {
  const method = stringOf(message["method"]);
  const id = idOf(message["id"]);
  const params = objectOf(message["params"]);
  if (method === undefined) return id === undefined ? undefined : to.onAnswer(id, message);
  if (id !== undefined) {
    const answer = (result: object) => to.reply({ id, result });
    return to.onRequest({ id, method, params, answer, refuse: (error) => to.reply({ id, error }) });
  }
  if (method !== "$/cancel_request") return to.onNotification(method, params);
  const cancelled = idOf(params["requestId"]);
  if (cancelled !== undefined) to.onCancelled(cancelled);
}

function idOf(value: unknown): RpcId | undefined {
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
