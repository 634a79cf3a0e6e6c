/**
 * What the agent brings to every session. Types only.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { Journal } from "@tenon/journal";
import type { RecordPosition } from "@tenon/journal/stream";
import type { GrantStore, OwnFolders } from "@tenon/policy";

import type { NewId } from "../acp-client/new-id.ts";
import type { OpenSessionHub } from "../mcp/session-hub.ts";
import type { SessionScope } from "./session-scope.ts";
import type { ModelChoice } from "./settings.ts";

export interface AgentOptions {
  readonly version: string;
  readonly models: ModelChoice;
  /** Asked for with the first session: whoever only wants to know our capabilities does not pay for them. */
  readonly services?: () => Promise<AgentServices>;
  /** Also what the protocol calls unstable: forks, MCP over ACP. */
  readonly unstable?: boolean;
  /** How many answers of the model a turn may take; defaults to 100. */
  readonly maxSteps?: number;
  /** What commands inherit, and where programs are looked for: ours unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Something is wrong that no client can be told of. */
  readonly onWarning?: (warning: string) => void;
  /** Runs the work of each session, so that a fault can be traced to it. */
  readonly scope?: SessionScope;
  /** Called for each message that was recorded, before it goes on. */
  readonly onRecorded?: (message: AnyMessage, place: RecordPosition) => void;
  readonly newId?: NewId;
  readonly now?: () => Date;
}

export interface AgentServices {
  /** In memory unless told. Closed with the connection. */
  readonly openJournal?: () => Promise<Journal>;
  /** On the servers the client gave, unless told. Must not wait for servers: `session/new` is answered when it resolves. */
  readonly openHub?: OpenSessionHub;
  /**
   * Beside the journal: where results that are too large for the model are kept until their session is deleted. Without it
   * they are kept until it is closed.
   */
  readonly resultsFolder?: string;
  /** What the user allowed or rejected for good; in memory unless told. */
  readonly grants?: GrantStore;
  /** Where the user's configuration and the journal are on this run: no mode lets the model write there unasked. */
  readonly ownFolders?: OwnFolders;
}
