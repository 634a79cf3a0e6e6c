/**
 * Puts a session together: whose prompt is next, who is told what, who is asked.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";
import type { SessionContext } from "@tenon/client";
import { isConversation, type TimelineEvent } from "@tenon/timeline";

import type { ClientLink } from "../wire/client-link.ts";
import type { Upstream } from "../upstream/upstream.ts";
import {
  type Cancellable,
  notification,
  paramsOf,
  REQUEST_CANCELLED,
  resultOf,
  withSessionId,
  type Reply,
} from "../wire/message.ts";
import { answerEvent } from "./questions/answers.ts";
import { createAudience } from "./audience/audience.ts";
import { createConsent } from "./questions/consent.ts";
import { createErrands } from "./errands/errands.ts";
import { createGate } from "./gate/gate.ts";
import { createGateQueue } from "./gate/gate-queue.ts";
import { createHeldRules } from "./gate/held-rules.ts";
import { createKnownCalls } from "./gate/known-calls.ts";
import { createHandedServers } from "./handed-servers.ts";
import type { LiveSession } from "./live-session.ts";
import type { LocalClient } from "./errands/local-client.ts";
import { createOpenedState } from "./opened-state.ts";
import { createPromptEcho } from "./audience/prompt-echo.ts";
import { createPrompts } from "./prompts.ts";
import { createQuestions } from "./questions/questions.ts";
import { updateKind } from "./audience/recorded-messages.ts";
import type { SessionServices } from "./session-services.ts";

export interface LiveSessionOptions {
  readonly id: string;
  readonly agentSessionId: string;
  readonly upstream: Upstream;
  readonly services: SessionServices;
  /** Our own agent puts everything to the rules itself. */
  readonly isOwn: boolean;
  /** We do for its agent what its clients cannot. */
  readonly servesAgent: boolean;
}

export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const { id, agentSessionId, upstream, services, isOwn, servesAgent } = options;
  const { tap, clock, limits } = services;
  const opened = createOpenedState(id);
  const changed = () => services.onChange(id);
  const respond = (response: AnyResponse) => upstream.respond(response);
  const rules = createHeldRules({ open: () => services.rules(session.roots), onFailure: services.onWarning });
  const calls = createKnownCalls();

  const prompts = createPrompts({
    mostWaiting: limits.waitingPrompts,
    send(request, onAnswer) {
      session.swallowsHistory = "none";
      return upstream.request(request, (response, original) => onAnswer(response, reached(original)));
    },
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
    respond: (response) => consent.take(response) || respond(response),
    onAnswer(request, response, by) {
      const event = answerEvent(request, response, by);
      if (event) note(event);
    },
    onChange: changed,
  });

  const consent = createConsent({
    sessionId: id,
    newId: services.newId,
    ask: (request) => void questions.ask(request),
    show,
  });
  const gate = createGate({ session: context, rules: rules.get, calls, consent: consent.ask, note });
  const waiting = createGateQueue({ settle, respond });

  const handed = createHandedServers(note);

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
    servers: [],
    swallowsHistory: "none",
    attach: audience.attach,
    detach: audience.detach,
    request,
    notify(link, message) {
      if (message.method === "session/cancel") prompts.cancelWaiting(link);
      upstream.notify(withSessionId(message, agentSessionId));
    },
    drained: () => upstream.drained(),
    receive,
    receiveRequest(request) {
      reached(request);
      const told = withSessionId(request, id);
      const goOn = () =>
        ASKED_OF_PEOPLE.has(request.method) ? questions.ask(told) : errands.run(told, [...links].toReversed());
      return GATED.has(request.method) && (!isOwn || request.method === "terminal/create")
        ? waiting.add(told, goOn)
        : goOn();
    },
    seeRecord(record) {
      echo.see(record);
      opened.seeRecord(record);
    },
    note,
    handServers: handed.hand,
    say: (notice) => show({ sessionUpdate: "notice", ...notice }),
    cancel() {
      waiting.cancelAll();
      questions.cancelAll();
      upstream.notify(notification("session/cancel", { sessionId: agentSessionId }));
    },
    end({ reason, by }) {
      prompts.end(RequestError.sessionNotFound(id));
      waiting.end();
      questions.end();
      rules.close();
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

  function context(): SessionContext | undefined {
    const { roots, servers } = session;
    const [cwd] = roots;
    return cwd === undefined ? undefined : { id, cwd, roots, servers };
  }

  async function settle(request: AnyRequest): Promise<AnyResponse | undefined> {
    if (!isOwn) return await gate.settle(request);
    // Only for what its commands inherit.
    await rules.get().catch(() => {});
    return undefined;
  }

  function openLocal(): LocalClient | undefined {
    const here = context();
    if (!servesAgent || !here) return undefined;
    const onOutput = (terminalId: string, text: string) => note({ type: "terminal-output", terminalId, text });
    return services.local.open(here, { passedVariables: () => rules.current?.passedVariables ?? [], onOutput });
  }

  /** In the journal, and to all who are attached. */
  function show(update: JsonObject & { readonly sessionUpdate: string }) {
    note({ type: "update", update });
    audience.tell([notification("session/update", { sessionId: id, update })], { seq: undefined, size: 0 });
  }

  function receive(message: AnyNotification) {
    const { seq, size } = tap.placeOf(id, message);
    if (seq !== undefined) echo.reach(seq);
    const told = withSessionId(message, id);
    calls.see(message);
    if (session.swallowsHistory === "none") handed.see(message);
    opened.see(told, seq);
    const kind = updateKind(told);
    if (session.swallowsHistory === "all" && kind !== undefined) return;
    if (session.swallowsHistory === "conversation" && isConversation(kind)) return;
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
const GATED: ReadonlySet<string> = new Set([
  "session/request_permission",
  "fs/read_text_file",
  "fs/write_text_file",
  "terminal/create",
]);
