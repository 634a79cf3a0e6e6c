/**
 * One session that an agent has open, and the clients that are attached to it.
 *
 * It belongs to no connection: clients come and go, its turns run on, and what it asks waits for whoever comes.
 */

import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";
import type { TimelineEvent } from "@tenon/timeline";

import type { ClientLink } from "../wire/client-link.ts";
import type { SessionState } from "../gateway.ts";
import type { AgentSession } from "../upstream/agent-session.ts";
import type { Cancellable, Reply } from "../wire/message.ts";
import type { Audience } from "./audience/audience.ts";
import type { OpenedState } from "./opened-state.ts";
import type { Prompts } from "./prompts.ts";
import type { SeenRecord } from "../record/tapped-journal.ts";

export interface LiveSession
  extends AgentSession, Pick<Audience, "links" | "attach" | "detach">, Pick<Prompts, "waiting" | "takeBack"> {
  readonly state: SessionState;
  readonly opened: OpenedState;
  /** Where its agent may work: its folder, then the others. None until it is known. */
  roots: readonly string[];
  /** The names of the servers that its agent was given. */
  servers: readonly string[];
  /**
   * While it is opened, the agent tells again what the journal knows better: `all` until it has answered `session/load`, and
   * then, until the next prompt, what is of the conversation.
   */
  swallowsHistory: "none" | "all" | "conversation";

  /** From a client; answered by `reply`, in order with everything else that the client is told of this session. */
  request(link: ClientLink, request: AnyRequest, reply: Reply): Cancellable;
  notify(link: ClientLink, message: AnyNotification): void;
  /** When its agent can take more. */
  drained(): Promise<void>;
  /** From the journal, before it goes on. */
  seeRecord(record: SeenRecord): void;

  /** Something of our own for the journal. */
  note(event: TimelineEvent): void;
  /** Something that people should know, in the journal and to all who are attached. */
  say(notice: Notice): void;

  /** Its agent, which is not ours, was given these servers. */
  handServers(servers: readonly string[], agent: string): void;

  /** Ends the turn. */
  cancel(): void;
  /** It is no longer open. All clients but the one that knows are told. */
  end(reason: EndReason): void;
}

export interface Notice {
  readonly severity: "info" | "warning" | "error";
  readonly title: string;
  readonly description?: string;
}

export interface EndReason {
  /** In words, for people. */
  readonly reason: string;
  readonly by?: ClientLink;
}
