/**
 * Requests sent to one peer, under ids of our own [R163]. Each ends once: with an answer, or with the peer.
 */

import type { AnyMessage, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";

import { type MessageId, notification } from "./message.ts";

export interface SentRequests {
  send(request: AnyRequest, listeners: SentListeners): SentRequest;
  /** The request that a response answers; undefined if none waits for it [R20]. */
  take(response: AnyResponse): AnyRequest | undefined;
  /** The id that a pending request was given with, by the id the peer knows. */
  givenId(id: unknown): MessageId | undefined;
  /** The peer is gone, for all that wait and all that follow. */
  end(): void;
}

export interface SentListeners {
  /** In the order of the wire. `response` has the id of the request as given; `original` is the message as it came. */
  onAnswer(response: AnyResponse, original: AnyResponse): void;
  onGone(): void;
}

export interface SentRequest {
  /** The id that the peer, and the journal, know. */
  readonly id: number;
  /** Tells the peer that the answer is not needed any more; one is still awaited [R164]. */
  cancel(params?: JsonObject): void;
}

export function createSentRequests(push: (message: AnyMessage) => void): SentRequests {
  const pending = new Map<unknown, SentListeners & { readonly request: AnyRequest }>();
  let lastId = 0;
  let isOver = false;
  return {
    send(request, listeners) {
      const id = (lastId += 1);
      if (isOver) {
        queueMicrotask(() => listeners.onGone());
      } else {
        pending.set(id, { request, ...listeners });
        push({ ...request, id });
      }
      return {
        id,
        cancel(params = {}) {
          if (pending.has(id)) push(notification("$/cancel_request", { ...params, requestId: id }));
        },
      };
    },
    take(response) {
      const sent = pending.get(response.id);
      pending.delete(response.id);
      sent?.onAnswer({ ...response, id: sent.request.id }, response);
      return sent?.request;
    },
    givenId: (id) => pending.get(id)?.request.id,
    end() {
      isOver = true;
      for (const { onGone } of pending.values()) onGone();
      pending.clear();
    },
  };
}
