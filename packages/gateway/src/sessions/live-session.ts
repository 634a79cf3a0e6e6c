/**
 * One session that an agent has open, and the clients that are attached to it.
 *
 * It belongs to no connection: clients come and go, its turns run on, and what it asks waits for whoever comes.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import type { NewRecord } from "@tenon/journal";

import type { ClientLink } from "../connection/client-link.ts";
import type { SessionState } from "../gateway.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { notification, paramsOf, resultOf, withSessionId } from "../wire/message.ts";
import { answerEvent } from "./answer-event.ts";
import { type Audience, createAudience } from "./audience.ts";
import { createErrands } from "./errands.ts";
import { createOpenedState, type OpenedState } from "./opened-state.ts";
import { createPromptEcho } from "./prompt-echo.ts";
import { createPrompts } from "./prompts.ts";
import { createQuestions } from "./questions.ts";
import { updateKind } from "./recorded-messages.ts";
import type { SessionServices } from "./session-services.ts";

export interface LiveSession extends Pick<Audience, "links" | "attach" | "detach"> {
  readonly id: string;
  readonly agentSessionId: string;
  readonly state: SessionState;
  readonly opened: OpenedState;
  /** While it is opened, the agent tells again what the journal knows better. */
  swallowsHistory: boolean;

  /** From a client; answered by `reply`, in order with everything else that the client is told of this session. */
  request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable;
  notify(link: ClientLink, message: AnyNotification): void;
  /** When its agent can take more. */
  room(): Promise<void>;
  /** From the agent. */
  receive(message: AnyNotification): void;
  receiveRequest(request: AnyRequest): Cancellable;
  /** From the journal, before it goes on. */
  seeRecord(record: NewRecord & { readonly seq: number }): void;

  /** Ends the turn. */
  cancel(): void;
  /** It is no longer open. All clients but the one that knows are told. */
  end(reason: EndReason): void;
}

export type Reply = (response: AnyResponse) => void;

export interface Cancellable {
  cancel(): void;
}

export interface EndReason {
  /** In words, for people. */
  readonly reason: string;
  readonly by?: ClientLink;
}

export interface LiveSessionOptions {
  readonly id: string;
  readonly agentSessionId: string;
  readonly upstream: Upstream;
  readonly services: SessionServices;
}

export function createLiveSession({ id, agentSessionId, upstream, services }: LiveSessionOptions): LiveSession {
  const { tap, clock, limits } = services;
  const opened = createOpenedState(id);
  const changed = () => services.onChange(id);
  const respond = (response: AnyResponse) => upstream.respond(response);

  const prompts = createPrompts({
    mostWaiting: limits.waitingPrompts,
    send: (request, onAnswer) =>
      upstream.request(request, (response, original) => onAnswer(response, reached(original))),
    onChange: changed,
  });
  const audience = createAudience({
    sessionId: id,
    tap,
    isBusy: () => !prompts.isEmpty,
    onAttach(link) {
      questions.offer(link);
      changed();
    },
    onDetach(link) {
      questions.leave(link);
      changed();
    },
  });
  const echo = createPromptEcho({
    sessionId: id,
    isBehind: () => tap.isBehind(id),
    tell({ seq, size, requestId, updates }) {
      const except = prompts.senderOf(requestId);
      if (except) audience.prompted(except, requestId);
      audience.tell(updates, { seq, size, except });
    },
  });
  const { links, hand } = audience;
  const errands = createErrands({ hand, respond });
  const questions = createQuestions({
    clock,
    waitMs: limits.questionMs,
    links: () => links,
    hand,
    respond,
    onAnswer: note,
    onChange: changed,
  });

  const session: LiveSession = {
    id,
    agentSessionId,
    get state() {
      if (!questions.isEmpty) return "waiting";
      return prompts.isEmpty ? "idle" : "running";
    },
    links,
    opened,
    swallowsHistory: false,
    attach: audience.attach,
    detach: audience.detach,
    request,
    notify(link, message) {
      if (message.method === "session/cancel") prompts.cancelWaiting(link);
      upstream.notify(withSessionId(message, agentSessionId));
    },
    room: () => upstream.room(),
    receive,
    receiveRequest(request) {
      reached(request);
      const told = withSessionId(request, id);
      return ASKED_OF_PEOPLE.has(request.method) ? questions.ask(told) : errands.run(told, [...links].toReversed());
    },
    seeRecord(record) {
      echo.see(record);
      opened.seeRecord(record);
    },
    cancel() {
      questions.cancelAll();
      upstream.notify(notification("session/cancel", { sessionId: agentSessionId }));
    },
    end({ reason, by }) {
      prompts.end(RequestError.sessionNotFound(id));
      questions.end();
      audience.end(notification("_tenon/session/closed", { sessionId: id, reason }), by);
      changed();
    },
  };
  return session;

  function request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable {
    const asked = withSessionId(request, agentSessionId);
    if (request.method === "session/prompt") {
      audience.prefer(link);
      return prompts.add({ link, request: asked, reply: (response, seq) => hand(link, () => reply(response), seq) });
    }
    return upstream.request(asked, (response, original) => {
      const seq = reached(original);
      hand(link, () => reply(response), seq);
      if (!("result" in response)) return;
      // What one client has set, agents seldom tell the others.
      const change = opened.answered(request.method, paramsOf(request), resultOf(response));
      if (change) audience.tell([change], { seq: undefined, size: 0, except: link });
    });
  }

  function receive(message: AnyNotification) {
    const { seq, size } = tap.placeOf(id, message);
    if (seq !== undefined) echo.reach(seq);
    const told = withSessionId(message, id);
    opened.see(told, seq);
    if (session.swallowsHistory && updateKind(told) !== undefined) return;
    audience.tell([told], { seq, size });
  }

  /** Everything before this message of the agent's has come. */
  function reached(message: AnyRequest | AnyResponse): number | undefined {
    const { seq } = tap.placeOf(id, message);
    if (seq !== undefined) echo.reach(seq);
    return seq;
  }

  function note(request: AnyRequest, response: AnyResponse, by: string) {
    const event = answerEvent(request, response, by);
    if (!event) return;
    tap.note(id, event).catch((error: unknown) => services.onWarning(`The journal: ${String(error)}`));
  }
}

const ASKED_OF_PEOPLE: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);
