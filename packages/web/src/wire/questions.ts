/**
 * What agents ask of the person, and wait for: permissions, and forms to fill in.
 *
 * The law: a question goes when it is answered here, when another client was first, or when the connection it came by is
 * lost; the gateway asks again on the next one.
 */

import { type JsonObject, stringOf } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import type { IncomingRequest } from "./acp-client.ts";
import type { RpcId } from "./pending-calls.ts";

export interface Question {
  readonly id: RpcId;
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly params: JsonObject;
  readonly answer: (result: object) => void;
}

export interface Questions {
  readonly store: StoreApi<{ readonly open: readonly Question[] }>;
  add(request: IncomingRequest): void;
  cancel(id: RpcId): void;
  clear(): void;
}

const METHOD_NOT_FOUND = -32_601;
const REQUEST_CANCELLED = -32_800;

export function createQuestions({ methods }: { readonly methods: ReadonlySet<string> }): Questions {
  const store = createStore<{ readonly open: readonly Question[] }>(() => ({ open: [] }));
  const requests = new Map<RpcId, IncomingRequest>();

  return {
    store,
    add(request) {
      const { id, method, params } = request;
      if (!methods.has(method)) {
        return request.refuse({ code: METHOD_NOT_FOUND, message: `The page does not know ${method}` });
      }
      requests.set(id, request);
      const answer = (result: object): void => {
        if (take(id)) request.answer(result);
      };
      const question = { id, method, sessionId: stringOf(params["sessionId"]), params, answer };
      store.setState(({ open }) => ({ open: [...open, question] }));
    },
    cancel: (id) => take(id)?.refuse({ code: REQUEST_CANCELLED, message: "Cancelled" }),
    clear() {
      requests.clear();
      store.setState({ open: [] });
    },
  };

  function take(id: RpcId): IncomingRequest | undefined {
    const request = requests.get(id);
    requests.delete(id);
    store.setState(({ open }) => ({ open: open.filter((question) => question.id !== id) }));
    return request;
  }
}
