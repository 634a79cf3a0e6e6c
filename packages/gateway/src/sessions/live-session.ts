/**
 * One session that an agent has open, and the clients that are attached to it.
 *
 * It belongs to no connection: clients come and go, its turns run on, and what it asks waits for the next client.
 */

import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";
import type { Clock, Telemetry } from "@tenon/basis";
import type { TimelineEvent } from "@tenon/timeline";

import type { ClientLink } from "../wire/client-link.ts";
import type { SessionState } from "../gateway.ts";
import type { GatewayLimits, GatewaySettings, OpenRules } from "../gateway-options.ts";
import type { McpRelay } from "../mcp-relay/mcp-relay.ts";
import type { SeenRecord, TappedJournal } from "../record/tapped-journal.ts";
import type { AgentSession } from "../upstream/agent-session.ts";
import type { Cancellable, Reply } from "../wire/message.ts";
import type { Audience, AttachOptions } from "./audience/audience.ts";
import type { LocalClients } from "./errands/local-client.ts";
import type { PromptToRun } from "./kept-prompts.ts";
import type { OpenedState } from "./opened-state.ts";
import type { Prompts } from "./prompts.ts";

export interface LiveSession
  extends
    AgentSession,
    Pick<Audience, "links" | "detach">,
    Pick<Prompts, "waiting" | "takeBack" | "forgetWaiting" | "handOn"> {
  readonly state: SessionState;
  readonly opened: OpenedState;
  attach(link: ClientLink, options: AttachOptions): void;
  readonly scope: SessionScope;
  readonly history: SessionHistory;

  /** From a client; answered by `reply`, in order with everything else that the client gets of this session. */
  request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable;
  notify(link: ClientLink, message: AnyNotification): void;
  /**
   * Has our agent go on with a turn that was cut off while it waited for a person. The client that sends its prompt again gets
   * the answer.
   */
  goOn(link: ClientLink, turn: { readonly promptId: string | undefined }): void;
  /** Prompts that waited for their turn when the session was lost. */
  waitOn(prompts: readonly PromptToRun[]): void;
  /** When its agent can take more. */
  drained(): Promise<void>;
  /** From the journal, before it goes on. */
  seeRecord(record: SeenRecord): void;

  /** Records an event of ours. */
  note(event: TimelineEvent): void;
  /** Shows a notice, in the journal and to all attached clients. */
  showNotice(notice: SessionNotice): void;

  /** Its agent, which is not ours, was given these servers. */
  handServers(servers: readonly string[], agent: string): void;

  /** Ends the turn, and begins no other: the gateway is closing. */
  cancel(): void;
  /** It is no longer open. All clients but `by` are notified. */
  end(reason: EndReason): void;
}

/** Where its agent may work, as far as it is known. */
export interface SessionScope {
  /** Its folder, then the others. */
  roots: readonly string[];
  /** The names of the servers that its agent was given. */
  servers: readonly string[];
  /** Set if these folders are on a client's machine: then only that client has its files and terminals. */
  tree?: ClientTree | undefined;
}

/** Which clients are the one whose machine has a session's folders. */
export interface ClientTree {
  add(link: ClientLink): void;
  isHeldBy(link: ClientLink): boolean;
}

export interface SessionHistory {
  /**
   * While it is opened, the agent tells again what the journal knows better: `all` until it has answered `session/load`, and
   * then, until the next prompt, what is of the conversation.
   */
  swallowed: "none" | "all" | "conversation";
  /** Its agent, which is not ours, has answered `session/load`, and may replay the conversation only now. */
  loaded(): void;
  /** It replayed some of it. */
  replayed(): void;
}

export interface SessionNotice {
  readonly severity: "info" | "warning" | "error";
  readonly title: string;
  readonly description?: string;
}

export interface EndReason {
  /** For people. */
  readonly reason: string;
  readonly by?: ClientLink;
}

/** What all live sessions share. */
export interface SessionServices {
  readonly tap: TappedJournal;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
  readonly local: LocalClients;
  readonly relay: Pick<McpRelay, "endSession">;
  /** The user's rules, for sessions of other agents. */
  readonly rules: OpenRules;
  readonly accessOf: GatewaySettings["accessOf"];
  readonly newId: () => string;
  readonly onWarning: (warning: string) => void;
  /** Hears of turns of other agents. */
  readonly telemetry: Telemetry;
  /** Its state or its clients have changed. */
  onChange(sessionId: string): void;
}
