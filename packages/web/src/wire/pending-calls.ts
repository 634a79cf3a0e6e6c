/**
 * Requests that wait for their answers on one connection. Each ends once.
 */

import { defined, isObject, type JsonObject, numberOf, objectOf } from "@tenon/basis";
import { errorText } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { WireError } from "./wire-error.ts";

export type RpcId = string | number;

export interface PendingCalls {
  /** Rejects with `offline` if nothing can be sent. The signal cancels it; the answer then says so. */
  call(method: string, params: object, signal?: AbortSignal): Promise<JsonObject>;
  settle(id: RpcId, response: JsonObject): void;
  /** Rejects all with `connection_lost`: they may or may not have been carried out. */
  lose(): void;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: WireError) => void;
}

/** `send` returns false if there is no connection. */
export function createPendingCalls(send: (text: string) => boolean): PendingCalls {
  const pending = new Map<RpcId, Pending>();
  let lastId = 0;
  return {
    call: (method, params, signal) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        pending.set(id, { method, resolve, reject });
        if (!send(JSON.stringify({ jsonrpc: "2.0", id, method, params }))) {
          pending.delete(id);
          return reject(offline(method));
        }
        const cancel = () => {
          const notification = { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: id } };
          if (pending.has(id)) send(JSON.stringify(notification));
        };
        return signal?.addEventListener("abort", cancel, { once: true });
      }),
    settle(id, { result, error }) {
      const call = pending.get(id);
      pending.delete(id);
      if (!call) return;
      if (!isObject(error)) return call.resolve(objectOf(result));
      const details = { call: call.method, ...defined({ status: numberOf(error["code"]) }), data: error["data"] };
      call.reject(new WireError("refused", errorText(error) || t("The agent refused."), details));
    },
    lose() {
      const lost = [...pending.values()];
      pending.clear();
      for (const { method, reject } of lost) {
        reject(new WireError("connection_lost", t("The connection was lost before an answer came."), { call: method }));
      }
    },
  };
}

export function offline(method: string): WireError {
  return new WireError("offline", t("There is no connection."), { call: method });
}
