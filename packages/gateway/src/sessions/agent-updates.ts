/**
 * What a session's agent reports, passed on to the clients in the order of the journal; among it, the prompts of other
 * clients.
 */

import type { AnyMessage, AnyNotification } from "@agentclientprotocol/sdk";
import { isConversation } from "@tenon/timeline";

import type { TappedJournal } from "../record/tapped-journal.ts";
import { withSessionId } from "../wire/message.ts";
import type { Audience } from "./audience/audience.ts";
import { createPromptEcho, type PromptEcho } from "./audience/prompt-echo.ts";
import { updateKind } from "./audience/recorded-messages.ts";
import type { HandedServers } from "./handed-servers.ts";
import type { LiveSession, SessionHistory } from "./live-session.ts";
import type { OpenedState } from "./opened-state.ts";
import type { Prompts } from "./prompts.ts";

export interface AgentUpdates extends Pick<LiveSession, "receive" | "seeRecord"> {
  /** The agent's messages up to this one have come; resolves its sequence number, if it is recorded. */
  reach(message: AnyMessage): number | undefined;
}

export interface AgentUpdatesOptions {
  readonly sessionId: string;
  readonly tap: TappedJournal;
  readonly audience: Audience;
  readonly prompts: Prompts;
  readonly opened: OpenedState;
  readonly handed: HandedServers;
  readonly history: SessionHistory;
}

export function createAgentUpdates(options: AgentUpdatesOptions): AgentUpdates {
  const { sessionId, tap, audience, prompts, opened, handed, history } = options;
  const echo: PromptEcho = createPromptEcho({
    sessionId,
    isBehind: () => tap.isBehind(sessionId),
    show({ seq, size, requestId, updates }) {
      const sender = prompts.senderOf(requestId);
      if (sender) audience.prompted(sender, requestId);
      audience.broadcast(updates, { seq, size, except: sender && [sender] });
    },
  });
  return {
    receive(message) {
      const { seq, size } = tap.positionOf(sessionId, message);
      if (seq !== undefined) echo.reach(seq);
      const update = withSessionId(message, sessionId);
      if (history.swallowed === "none") handed.see(message);
      opened.see(update, seq);
      if (!isSwallowed(update)) audience.broadcast([update], { seq, size });
    },
    reach(message) {
      const { seq } = tap.positionOf(sessionId, message);
      if (seq !== undefined) echo.reach(seq);
      return seq;
    },
    seeRecord(record) {
      echo.see(record);
      opened.seeRecord(record);
    },
  };

  function isSwallowed(update: AnyNotification): boolean {
    const kind = updateKind(update);
    if (history.swallowed === "all") return kind !== undefined;
    const isOld = history.swallowed === "conversation" && isConversation(kind);
    if (isOld) history.replayed();
    return isOld;
  }
}
