/**
 * What clients ask of a session's agent. Each is answered in order with everything else that the client gets of this
 * session; the others hear what has changed.
 */

import type { AnyNotification, AnyResponse } from "@agentclientprotocol/sdk";

import type { Upstream } from "../upstream/upstream.ts";
import { notification, paramsOf, REQUEST_CANCELLED, resultOf, withSessionId } from "../wire/message.ts";
import type { AgentUpdates } from "./agent-updates.ts";
import type { Audience } from "./audience/audience.ts";
import type { LiveSession } from "./live-session.ts";
import type { OpenedState } from "./opened-state.ts";
import type { Prompts } from "./prompts.ts";

export interface ClientRequestsOptions extends Pick<LiveSession, "id" | "agentSessionId"> {
  readonly upstream: Upstream;
  readonly audience: Audience;
  readonly prompts: Prompts;
  readonly updates: AgentUpdates;
  readonly opened: OpenedState;
}

export function clientRequests(options: ClientRequestsOptions): LiveSession["request"] {
  const { id, agentSessionId, upstream, audience, prompts, updates, opened } = options;
  return (link, request, reply) => {
    const sent = withSessionId(request, agentSessionId);
    if (request.method === "session/prompt") {
      audience.prefer(link);
      return prompts.add({
        link,
        request: sent,
        reply(response, original) {
          const seq = original && updates.reach(original);
          audience.hand(link, () => reply(response), seq);
          if (seq !== undefined) audience.broadcast([turnEnded(response)], { seq: undefined, size: 0, except: link });
        },
      });
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
