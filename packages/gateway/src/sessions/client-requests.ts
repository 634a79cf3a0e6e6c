/**
 * What clients ask of a session's agent. Each is answered in order with everything else that the client gets of this
 * session; the others hear what has changed.
 */

import type { AnyNotification, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";

import { defined, itemsOf, type JsonObject, objectOf } from "@tenon/basis";
import type { Journal } from "@tenon/journal";

import type { Upstream } from "../upstream/upstream.ts";
import {
  type Cancellable,
  notification,
  paramsOf,
  type Reply,
  REQUEST_CANCELLED,
  resultOf,
  tenonMeta,
  withSessionId,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { ClientLink } from "../wire/client-link.ts";
import type { AgentUpdates } from "./agent-updates.ts";
import type { Audience } from "./audience/audience.ts";
import { absentLink, type PromptToRun } from "./kept-prompts.ts";
import type { LiveSession } from "./live-session.ts";
import type { OpenedState } from "./opened-state.ts";
import { isSentAgain, type Prompt, promptIdOf, type Prompts } from "./prompts.ts";
import { recordedAnswer, type Repeated } from "./repeated-prompt.ts";

export interface ClientRequestsOptions extends Pick<LiveSession, "id" | "agentSessionId"> {
  readonly upstream: Upstream;
  readonly audience: Audience;
  readonly prompts: Prompts;
  readonly updates: AgentUpdates;
  readonly opened: OpenedState;
  readonly journal: Pick<Journal, "records">;
}

export function clientRequests(options: ClientRequestsOptions): Pick<LiveSession, "request" | "goOn" | "waitOn"> {
  const { id, agentSessionId, upstream, audience, prompts, updates, opened } = options;
  return { request, ...ownPrompts(options) };

  function request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable {
    const sent = withSessionId(request, agentSessionId);
    if (request.method === "session/prompt") {
      audience.prefer(link);
      const prompt: Prompt = {
        link,
        request: sent,
        reply(response, original) {
          const seq = original && updates.reach(original);
          audience.hand(link, () => reply(response), seq);
        },
        announce(response, original, except) {
          const isRecorded = original && updates.reach(original) !== undefined;
          if (isRecorded) audience.broadcast([turnEnded(id, response)], { seq: undefined, size: 0, except });
        },
      };
      const promptId = isSentAgain(request) ? promptIdOf(request) : undefined;
      return promptId === undefined || prompts.knows(promptId)
        ? prompts.add(prompt)
        : unlessRecorded(prompt, { sessionId: id, promptId, requestId: request.id });
    }
    return upstream.request(sent, (response, original) => {
      const seq = updates.reach(original);
      audience.hand(link, () => reply(response), seq);
      if (!("result" in response)) return;
      // Agents seldom report what a client has set to the other clients.
      const change = opened.answered(request.method, paramsOf(request), resultOf(response));
      if (change) audience.broadcast([change], { seq: undefined, size: 0, except: [link] });
    });
  }

  /** Runs a prompt that was sent again, unless it has run in a gateway before this one. */
  function unlessRecorded(prompt: Prompt, repeated: Repeated): Cancellable {
    let running: Cancellable | undefined;
    let isCancelled = false;
    void recordedAnswer(options.journal, repeated).then(
      (answer) => {
        if (answer) return prompt.reply(answer);
        running = prompts.add(prompt);
        if (isCancelled) running.cancel();
      },
      (error: unknown) => prompt.reply(errorAnswer(repeated.requestId, error)),
    );
    return {
      cancel() {
        isCancelled = true;
        running?.cancel();
      },
    };
  }
}

/** The prompts that no client waits for yet: a turn that goes on, and what waited where the session was open before. */
function ownPrompts(options: ClientRequestsOptions): Pick<LiveSession, "goOn" | "waitOn"> {
  const { id, agentSessionId, audience, prompts, updates } = options;
  return { goOn, waitOn };

  function goOn(link: ClientLink, { promptId }: Parameters<LiveSession["goOn"]>[1]) {
    const params = { sessionId: agentSessionId, prompt: [], _meta: { tenon: defined({ promptId }) } };
    addOwn(link, params);
  }

  function waitOn(kept: readonly PromptToRun[]) {
    for (const { promptId, by, access, params } of kept) {
      if (prompts.knows(promptId)) continue;
      const tenon = { ...tenonMeta(params), queue: true };
      addOwn(absentLink(by, access), {
        ...params,
        sessionId: agentSessionId,
        _meta: { ...objectOf(params["_meta"]), tenon },
      });
    }
  }

  function addOwn(link: ClientLink, params: JsonObject) {
    prompts.add({
      link,
      request: { jsonrpc: "2.0", id: OWN, method: "session/prompt", params },
      reply() {},
      announce(response, original, except) {
        if (original) updates.reach(original);
        audience.broadcast([turnEnded(id, response)], { seq: undefined, size: 0, except });
      },
    });
  }
}

/** Only the client that sent the prompt gets the answer. */
function turnEnded(sessionId: string, response: AnyResponse): AnyNotification {
  const { stopReason } = resultOf(response);
  const end = !("error" in response)
    ? { stopReason }
    : response.error.code === REQUEST_CANCELLED
      ? { stopReason: "cancelled" }
      : { error: response.error };
  return notification("_tenon/session/turn_ended", { sessionId, ...end });
}

const OWN = "tenon-own";

/** Whether a prompt goes on with the turn before it: it has no words of its own. */
export function isContinued(request: AnyRequest): boolean {
  return itemsOf(paramsOf(request)["prompt"]).length === 0;
}
