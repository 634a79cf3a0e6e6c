import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";

import type { Cancellable } from "../wire/message.ts";

/** A session as its agent sees it. */
export interface AgentSession {
  readonly id: string;
  readonly agentSessionId: string;
  receive(message: AnyNotification): void;
  receiveRequest(request: AnyRequest): Cancellable;
}
