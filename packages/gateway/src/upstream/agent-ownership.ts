/**
 * What an agent may speak of: its own sessions, servers and elicitations, and requests that it was sent. Its client may
 * have those of other agents, by ids that this one can guess.
 */

import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";
import { stringOf } from "@tenon/basis";

import { paramsOf } from "../wire/message.ts";
import type { AgentSession } from "./agent-session.ts";

export interface AgentOwnership {
  /** The session of an elicitation, by the id that a message names. */
  elicitationSession(message: AnyRequest | AnyNotification): AgentSession | undefined;
  /** Keeps the elicitation that a request asks for, if it is one. */
  addElicitation(request: AnyRequest, session: AgentSession | undefined): void;
  completeElicitation(message: AnyNotification): void;
  /** Whether a message of no session names something that is not the agent's. */
  isForeign(message: AnyRequest | AnyNotification): boolean;
}

export interface AgentOwnershipOptions {
  readonly sessions: ReadonlyMap<string, AgentSession>;
  /** Whether the agent was sent the request with this id, and has not answered it. */
  isPending(requestId: unknown): boolean;
}

export function createAgentOwnership({ sessions, isPending }: AgentOwnershipOptions): AgentOwnership {
  const elicitations = new Map<string, AgentSession | undefined>();
  return {
    elicitationSession: (message) => elicitations.get(elicitationIn(message) ?? ""),
    addElicitation(request, session) {
      const id = elicitationIn(request);
      if (id === undefined) return;
      // One that is never completed is kept until its session has ended and another is asked.
      for (const [known, asker] of elicitations) {
        if (asker && sessions.get(asker.agentSessionId) !== asker) elicitations.delete(known);
      }
      elicitations.set(id, session);
    },
    completeElicitation: (message) => void elicitations.delete(elicitationIn(message) ?? ""),
    isForeign(message) {
      const { sessionId, requestId } = paramsOf(message);
      if (sessionId !== undefined || message.method.startsWith("mcp/")) return true;
      if (message.method === "elicitation/complete") return !elicitations.has(elicitationIn(message) ?? "");
      return requestId !== undefined && !isPending(requestId);
    },
  };
}

function elicitationIn(message: AnyRequest | AnyNotification): string | undefined {
  return stringOf(paramsOf(message)["elicitationId"]);
}
