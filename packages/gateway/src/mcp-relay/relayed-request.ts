/**
 * One request of an agent to a server that a client provides, over one connection of that client or several. It is
 * answered once.
 *
 * A call that was under way when a connection ended is sent again, marked, to a client that never runs one twice; to any
 * other it is not.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

import type { ClientLink } from "../wire/client-link.ts";
import { paramsOf, REQUEST_CANCELLED, type Reply, withTenonMeta } from "../wire/message.ts";
import type { SentRequest } from "../wire/sent-requests.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import { bindingError } from "./binding-error.ts";

export interface RelayedRequest {
  /** Sends it to the client, for the first time or after that has come back. */
  sendTo(binding: Binding): void;
  /** `isAway`: the client is not connected. */
  cancel(options: { readonly isAway: boolean }): void;
  fail(error: RequestError): void;
}

/** A server as one connection of its client has declared it. */
export interface Binding {
  readonly link: ClientLink;
  /** As the client knows it. */
  readonly serverId: string;
}

export interface RelayedRequestOptions {
  readonly server: string;
  readonly request: AnyRequest;
  readonly reply: Reply;
  /** Nothing more is to be done about it. */
  onEnd(): void;
}

export function createRelayedRequest({ server, request, reply, onEnd }: RelayedRequestOptions): RelayedRequest {
  const isCall = isOf(request, "tools/call");
  const isSubscription = isOf(request, "subscriptions/listen");
  let binding: Binding | undefined;
  let sent: SentRequest | undefined;
  let isOver = false;
  /** The agent has its answer, and the client has still to hear that it is cancelled. */
  let isCancelled = false;
  return {
    sendTo(next) {
      const had = binding;
      binding = next;
      if (isSubscription && had) lose();
      else if (isCall && had && !isSame(had.link, next.link)) lose();
      else send(isCall && had !== undefined);
    },
    cancel({ isAway }) {
      if (isOver || isCancelled) return;
      if (!isAway) return sent?.cancel();
      reply(errorAnswer(request.id, new RequestError(REQUEST_CANCELLED, "Request cancelled")));
      isCancelled = true;
      // A call that may be running is cancelled when its client is back.
      if (!isCall || !binding) end();
    },
    fail: (error) => settle(errorAnswer(request.id, error)),
  };

  function send(isAgain: boolean): void {
    const bound = binding;
    if (!bound) return;
    sent = bound.link.ask(translated(request, bound, isAgain), {
      onAnswer(response) {
        // It was lost on its way before: the client has it now for the first time.
        if (isAgain && wasNeverReceived(response) && !isCancelled && !isOver) send(false);
        else settle(response);
      },
      onGone() {
        if (binding !== bound) return;
        const isKept = isCall ? bound.link.clientId !== undefined : !isSubscription;
        if (!isKept) lose();
      },
    });
    if (isCancelled) sent.cancel();
  }

  function lose(): void {
    settle(lostAnswer(request, server, isCall));
  }

  function settle(response: AnyResponse): void {
    if (isOver) return;
    if (!isCancelled) reply({ ...response, id: request.id });
    end();
  }

  function end(): void {
    isOver = true;
    onEnd();
  }
}

/** As the client knows its server. */
function translated(request: AnyRequest, { serverId }: Binding, isAgain: boolean): AnyRequest {
  const given = paramsOf(request);
  const params = { ...given, serverId, ...("acpId" in given && { acpId: serverId }) };
  return { ...request, params: isAgain ? withTenonMeta(params, { again: true }) : params };
}

function lostAnswer({ id }: AnyRequest, server: string, isCall: boolean): AnyResponse {
  const lost = `The connection to the client that provides ${server} was lost`;
  return errorAnswer(id, bindingError("failed", isCall ? `${lost}; the call may have run` : lost));
}

/** Whether two connections are of one client, which never runs a call twice. */
export function isSame(one: ClientLink, other: ClientLink): boolean {
  return one === other || (one.clientId !== undefined && one.clientId === other.clientId);
}

function isOf({ params }: AnyRequest, method: string): boolean {
  return objectOf(params)["method"] === method;
}

/** The client's answer to a request that is marked as sent again, and that it does not know. */
function wasNeverReceived(response: AnyResponse): boolean {
  if (!("error" in response)) return false;
  return objectOf(objectOf(objectOf(response.error)["data"])["tenon"])["hasRun"] === false;
}
