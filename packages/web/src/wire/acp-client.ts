/**
 * The page's end of an ACP connection: JSON-RPC over one WebSocket, made anew whenever it is lost.
 *
 * The law: every request ends. What was under way when the connection went is rejected with `connection_lost`; what is asked
 * while there is none, with `offline`. What happens in a session is read from its feed, so no updates are sent here.
 */

import { isObject, type JsonObject, numberOf, objectOf, parseJson, stringOf } from "@tenon/basis";
import { errorText } from "@tenon/timeline";

import { openLiveSocket } from "./live-socket.ts";
import { WireError } from "./wire-error.ts";

export interface AcpClient {
  /** The connection is there, and both sides have introduced themselves. */
  readonly isReady: boolean;
  request(method: string, params: object): Promise<JsonObject>;
  notify(method: string, params: object): void;
  /** Makes another connection: this one seems dead. */
  restart(): void;
  close(): void;
}

export interface AcpClientOptions {
  readonly url: () => URL;
  readonly initialize: object;
  readonly onReady: () => void;
  readonly onLost: () => void;
  /** The other side asks. An answer that comes after the connection went is dropped. */
  readonly onRequest: (request: IncomingRequest) => void;
  /** The other side no longer wants an answer. */
  readonly onCancelled: (id: RpcId) => void;
  readonly onNotification: (method: string, params: JsonObject) => void;
}

export type RpcId = string | number;

export interface IncomingRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
  readonly answer: (result: object) => void;
  readonly refuse: (error: { readonly code: number; readonly message: string }) => void;
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: WireError) => void;
}

export function openAcpClient(options: AcpClientOptions): AcpClient {
  const waiting = new Map<RpcId, Waiting>();
  let lastId = 0;
  let isReady = false;
  let connection = 0;

  const socket = openLiveSocket({
    url: options.url,
    onOpen: introduce,
    onMessage: (text) => receive(objectOf(parseJson(text))),
    onLost: end,
  });

  return {
    get isReady() {
      return isReady;
    },
    request: (method, params) =>
      isReady
        ? ask(method, params)
        : Promise.reject(new WireError("offline", "There is no connection.", { call: method })),
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
    ask("initialize", options.initialize).then(
      () => {
        if (current !== connection) return;
        isReady = true;
        options.onReady();
      },
      () => {
        // Refused: perhaps a gateway that is still starting. Lost: the socket is coming back by itself.
        if (current === connection && socket.isOpen) socket.restart();
      },
    );
  }

  function ask(method: string, params: object): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { method, resolve, reject });
      if (socket.send(JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }))) return;
      waiting.delete(lastId);
      reject(new WireError("offline", "There is no connection.", { call: method }));
    });
  }

  function receive(message: JsonObject): void {
    const method = stringOf(message["method"]);
    const id = idOf(message["id"]);
    const params = objectOf(message["params"]);
    if (method === undefined) return id === undefined ? undefined : settle(id, message);
    if (id !== undefined) return options.onRequest(incoming(id, method, params));
    if (method !== "$/cancel_request") return options.onNotification(method, params);
    const cancelled = idOf(params["requestId"]);
    if (cancelled !== undefined) options.onCancelled(cancelled);
  }

  function settle(id: RpcId, { result, error }: JsonObject): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if (!call) return;
    if (!isObject(error)) return call.resolve(objectOf(result));
    const status = numberOf(error["code"]);
    const details = { call: call.method, ...(status !== undefined && { status }), data: error["data"] };
    call.reject(new WireError("refused", errorText(error) || "The agent refused.", details));
  }

  function incoming(id: RpcId, method: string, params: JsonObject): IncomingRequest {
    const asked = connection;
    const reply = (body: object): void => {
      if (asked === connection) socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
    };
    return { id, method, params, answer: (result) => reply({ result }), refuse: (error) => reply({ error }) };
  }

  function end(): void {
    connection += 1;
    isReady = false;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { method, reject } of lost) {
      reject(new WireError("connection_lost", "The connection was lost before an answer came.", { call: method }));
    }
    options.onLost();
  }
}

function idOf(value: unknown): RpcId | undefined {
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
