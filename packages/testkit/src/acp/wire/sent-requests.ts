/**
 * The requests that one side has sent and the other has not answered yet.
 */

import type { AnyResponse, JsonRpcId } from "@agentclientprotocol/sdk";

import { RequestFailed } from "./json-rpc.ts";

export interface SentRequests {
  /** The id of the next request, and its result, taken unchecked from the line that answers it. */
  add<Result>(): { readonly id: number; readonly result: Promise<Result>; reject(error: unknown): void };
  settle(response: AnyResponse, text: string): void;
  /** No answer comes any more. */
  end(error: Error): void;
}

interface Sent {
  resolve(text: string): void;
  reject(error: unknown): void;
}

export function createSentRequests(): SentRequests {
  const sent = new Map<JsonRpcId, Sent>();
  let lastId = -1;
  return {
    add<Result>() {
      const id = (lastId += 1);
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      sent.set(id, {
        resolve(text) {
          const { result }: { readonly result: Result } = JSON.parse(text);
          resolve(result);
        },
        reject,
      });
      // A test may disconnect and never look at this answer again.
      promise.catch(() => {});
      return { id, result: promise, reject };
    },
    settle(response, text) {
      const request = sent.get(response.id);
      sent.delete(response.id);
      if ("error" in response) request?.reject(new RequestFailed(response.error));
      else request?.resolve(text);
    },
    end(error) {
      for (const { reject } of sent.values()) reject(error);
      sent.clear();
    },
  };
}
