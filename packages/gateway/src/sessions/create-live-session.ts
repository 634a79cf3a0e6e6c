/**
 * Puts a session together: whose prompt is next, who is told what, who is asked.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";

import type { ClientLink } from "../connection/client-link.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { notification, paramsOf, REQUEST_CANCELLED, resultOf, withSessionId } from "../wire/message.ts";
import { answerEvent } from "./answer-event.ts";
import { createAudience } from "./audience.ts";
import { createErrands } from "./errands.ts";
import type { Cancellable, LiveSession, Reply } from "./live-session.ts";
import type { LocalClient } from "./local-client.ts";
import { createOpenedState } from "./opened-state.ts";
import { createPromptEcho } from "./prompt-echo.ts";
import { createPrompts } from "./prompts.ts";
import { createQuestions } from "./questions.ts";
import { updateKind } from "./recorded-messages.ts";
import type { SessionServices } from "./session-services.ts";

export interface LiveSessionOptions {
  readonly id: string;
  readonly agentSessionId: string;
  readonly upstream: Upstream;
  readonly services: SessionServices;
  /** We do for its agent what its clients cannot. */
  readonly servesAgent: false | { readonly isOwn: boolean };
}

export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const { id, agentSessionId, upstream, services, servesAgent } = options;
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
  let local: LocalClient | undefined;
  const errands = createErrands({ hand, respond, local: () => (local ??= openLocal()) });
  const questions = createQuestions({
    clock,
    waitMs: limits.questionMs,
    longestMs: limits.askedMs,
    links: () => links,
    hand,
    respond,
    onAnswer(request, response, by) {
      const event = answerEvent(request, response, by);
      if (event) note(event);
    },
    onChange: changed,
  });

  const session: LiveSession = {
    id,
    agentSessionId,
    get state() {
      if (!questions.isEmpty) return "waiting";
      return prompts.isEmpty ? "idle" : "running";
    },
    get waiting() {
      return prompts.waiting;
    },
    takeBack: prompts.takeBack,
    links,
    opened,
    roots: [],
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
    note,
    say(notice) {
      const update = { sessionUpdate: "notice", ...notice };
      note({ type: "update", update });
      audience.tell([notification("session/update", { sessionId: id, update })], { seq: undefined, size: 0 });
    },
    cancel() {
      questions.cancelAll();
      upstream.notify(notification("session/cancel", { sessionId: agentSessionId }));
    },
    end({ reason, by }) {
      prompts.end(RequestError.sessionNotFound(id));
      questions.end();
      local?.close();
      audience.end(notification("_tenon/session/closed", { sessionId: id, reason }), by);
      changed();
    },
  };
  return session;

  function request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable {
    const asked = withSessionId(request, agentSessionId);
    if (request.method === "session/prompt") {
      audience.prefer(link);
      return prompts.add({
        link,
        request: asked,
        reply(response, seq) {
          hand(link, () => reply(response), seq);
          if (seq !== undefined) audience.tell([turnEnd(response)], { seq: undefined, size: 0, except: link });
        },
      });
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

  /** Only whoever sent a prompt is answered; the others have to know too. */
  function turnEnd(response: AnyResponse): AnyNotification {
    const { stopReason } = resultOf(response);
    const end = !("error" in response)
      ? { stopReason }
      : response.error.code === REQUEST_CANCELLED
        ? { stopReason: "cancelled" }
        : { error: response.error };
    return notification("_tenon/session/turn_ended", { sessionId: id, ...end });
  }

  function openLocal(): LocalClient | undefined {
    const { roots } = session;
    const [cwd] = roots;
    if (!servesAgent || cwd === undefined) return undefined;
    const onOutput = (terminalId: string, text: string) => note({ type: "terminal-output", terminalId, text });
    return services.local.open({ id, cwd, roots }, { ...servesAgent, onOutput });
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

  function note(event: TimelineEvent) {
    tap.note(id, event).catch((error: unknown) => services.onWarning(`The journal: ${String(error)}`));
  }
}

const ASKED_OF_PEOPLE: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);
