/**
 * What one turn of a scripted agent works with.
 */

import type { SessionUpdate } from "@agentclientprotocol/sdk";

import type { NewId } from "../../ids.ts";
import type { RawPeer } from "../wire/raw-peer.ts";
import type { GivenServers } from "./given-servers.ts";

export interface TurnContext {
  readonly sessionId: string;
  readonly promptText: string;
  readonly peer: RawPeer;
  readonly newId: NewId;
  readonly servers: GivenServers;
  /** Aborts when the turn is cancelled. */
  readonly signal: AbortSignal;
  readonly host: AgentHost;
}

/** What surrounds an agent: its process, or what stands for one in memory. */
export interface AgentHost {
  /** Resolves when the text is written, however long the reader takes. */
  stderr(text: string): Promise<void>;
  exit(code: number): void;
}

export function sendUpdate({ peer, sessionId }: TurnContext, update: SessionUpdate): Promise<void> {
  return peer.notify("session/update", { sessionId, update });
}

export function say(context: TurnContext, text: string): Promise<void> {
  return sendUpdate(context, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}
