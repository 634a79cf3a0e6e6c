/**
 * Puts a live session together: its clients, their prompts, and what passes between them and the agent.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import type { TimelineEvent } from "@tenon/timeline";

import { isOtherPerson } from "../people/person.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { notification, withSessionId } from "../wire/message.ts";
import { asPerson } from "./as-person.ts";
import { createAgentRequests } from "./agent-requests.ts";
import { createAgentUpdates } from "./agent-updates.ts";
import { createAudience } from "./audience/audience.ts";
import { clientRequests, isContinued } from "./client-requests.ts";
import { type KeptPromptEvent, waitingEvent } from "./kept-prompts.ts";
import { createHandedServers } from "./handed-servers.ts";
import { createHistory } from "./late-replay.ts";
import type { LiveSession, SessionScope, SessionServices } from "./live-session.ts";
import { createOpenedState } from "./opened-state.ts";
import { measuredTurn } from "./other-turn.ts";
import { promptAction } from "./prompt-action.ts";
import { createPrompts } from "./prompts.ts";
import type { Show } from "./questions/consent.ts";

export interface LiveSessionOptions {
  readonly id: string;
  readonly agentSessionId: string;
  readonly upstream: Upstream;
  readonly services: SessionServices;
  readonly isOwn: boolean;
  readonly servesAgent: boolean;
}

export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const { id, agentSessionId, upstream, services, isOwn, servesAgent } = options;
  const { tap, limits } = services;
  const scope: SessionScope = { roots: [], servers: [] };
  const history = createHistory((isPaused) => prompts.pause(isPaused));
  const opened = createOpenedState(id);
  const onChange = () => services.onChange(id);
  const prompts = createPrompts({
    maxWaiting: limits.waitingPrompts,
    send({ link, request }, onAnswer) {
      history.swallowed = "none";
      const isOneOfSeveral = audience.links.size > 1 || isOtherPerson(link.access);
      if (isOneOfSeveral && !isContinued(request)) note({ type: "prompted-by", by: link.name });
      return upstream.request(...measuredTurn(asPerson(link.access, request), onAnswer, options)); // as they are by now
    },
    isAllowed: ({ link, request }) => link.access?.may(promptAction(request), id) ?? true,
    onChange,
    onWaiting({ link, request }) {
      const event = waitingEvent(link, request);
      if (event) note(event);
    },
    onDismissed: (promptId) => note({ type: "prompt-dismissed", promptId }),
  });
  const audience = createAudience({ sessionId: id, tap });
  const handed = createHandedServers(note);
  const updates = createAgentUpdates({ sessionId: id, tap, audience, prompts, opened, handed, history });
  const requests = createAgentRequests({
    sessionId: id,
    isOwn,
    servesAgent,
    services,
    scope,
    audience,
    respond: upstream.respond,
    note,
    show,
    onChange,
  });
  audience.watch({ onAttach: onChange, onDetach: onChange });

  return {
    id,
    agentSessionId,
    get state() {
      if (requests.isAsking) return "waiting";
      return prompts.isEmpty ? "idle" : "running";
    },
    get waiting() {
      return prompts.waiting;
    },
    takeBack: prompts.takeBack,
    forgetWaiting: prompts.forgetWaiting,
    handOn: prompts.handOn,
    links: audience.links,
    opened,
    scope,
    history,
    attach: (link, attachment) => audience.attach(link, { ...attachment, isBusy: !prompts.isEmpty }),
    detach: audience.detach,
    ...clientRequests({ id, agentSessionId, upstream, audience, prompts, updates, opened, journal: tap.journal }),
    notify(link, message) {
      if (message.method === "session/cancel") prompts.cancelWaiting(link);
      upstream.notify(withSessionId(message, agentSessionId));
    },
    drained: upstream.drained,
    receive(message) {
      requests.see(message);
      updates.receive(message);
    },
    receiveRequest(request) {
      updates.reach(request);
      return requests.receive(withSessionId(request, id));
    },
    seeRecord: updates.seeRecord,
    note,
    handServers: handed.hand,
    showNotice: (notice) => show({ sessionUpdate: "notice", ...notice }),
    cancel() {
      prompts.hold();
      requests.cancelAll();
      upstream.notify(notification("session/cancel", { sessionId: agentSessionId }));
    },
    end({ reason, by }) {
      prompts.end(RequestError.sessionNotFound(id));
      requests.end();
      audience.end(notification("_tenon/session/closed", { sessionId: id, reason }), by);
      onChange();
    },
  };

  /** In the journal, and to all attached clients. */
  function show(update: Parameters<Show>[0]) {
    note({ type: "update", update });
    audience.broadcast([notification("session/update", { sessionId: id, update })], { seq: undefined, size: 0 });
  }

  function note(event: TimelineEvent | KeptPromptEvent) {
    tap.note(id, event).catch((error: unknown) => services.onWarning(`The journal: ${errorMessage(error)}`));
  }
}
