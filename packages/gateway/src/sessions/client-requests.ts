/**
 * What clients ask of a session's agent. Each is answered in order with everything else that the client gets of this
 * session; the others hear what has changed.
 */

import type { AnyNotification, AnyResponse } from "@agentclientprotocol/sdk";

import type { Journal } from "@tenon/journal";

import type { Upstream } from "../upstream/upstream.ts";
import {
  type Cancellable,
  notification,
  paramsOf,
  REQUEST_CANCELLED,
  resultOf,
  withSessionId,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { AgentUpdates } from "./agent-updates.ts";
import type { Audience } from "./audience/audience.ts";
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

export function clientRequests(options: ClientRequestsOptions): LiveSession["request"] {
  const { id, agentSessionId, upstream, audience, prompts, updates, opened } = options;
  return (link, request, reply) => {
    const sent = withSessionId(request, agentSessionId);
    if (request.method === "session/prompt") {
      audience.prefer(link);
      const prompt: Prompt = {
        link,
        request: sent,
        reply(response, original) {
          const seq = original && updates.reach(original);
          audience.hand(link, () => reply(response), seq);
          if (seq !== undefined) audience.broadcast([turnEnded(response)], { seq: undefined, size: 0, except: link });
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
      if (change) audience.broadcast([change], { seq: undefined, size: 0, except: link });
    });
  };

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

  /** Only the client that sent the prompt gets the answer. */
  function turnEnded(response: AnyResponse): AnyNotification {
    const { stopReason } = resultOf(response);
    const end = !("error" in response)
      ? { stopReason }
      : response.error.code === REQUEST_CANCELLED
        ? { stopReason: "cancelled" }
        : { error: response.error };
    return notification("_tenon/session/turn_ended", { sessionId: id, ...end });
  }
}
