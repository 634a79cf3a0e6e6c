/**
 * What the agent brings to every session. Types only.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import type { Telemetry } from "@tenon/basis";
import type { OpenSessionHub } from "@tenon/hub";
import type { Journal } from "@tenon/journal";
import type { RecordPosition } from "@tenon/journal/stream";
import type { GrantStore, OwnFolders } from "@tenon/policy";

import type { LogSink, ToolOrToolset } from "@tenon/toolset";

import type { NewId } from "../../acp-client/new-id.ts";
import type { ProgramMethods } from "../../acp-client/program-method.ts";
import type { Command } from "../../commands/command.ts";
import type { Model } from "../../model/model.ts";
import type { Mode } from "../../modes/modes.ts";
import type { SessionScope } from "./session-scope.ts";
import type { ModelChoice } from "../settings/settings.ts";

export interface AgentOptions extends ProgramParts {
  readonly version: string;
  /** What users choose from; required unless there is a `model`. */
  readonly models?: ModelChoice;
  /** The only model, instead of `models`. */
  readonly model?: Model;
  /** Loaded with the first session: a client that only asks for our capabilities does not pay for them. */
  readonly services?: () => Promise<AgentServices>;
  /** Also what the protocol calls unstable: forks, MCP over ACP. */
  readonly unstable?: boolean;
  /** How many answers of the model a turn may take; defaults to 100. */
  readonly maxSteps?: number;
  /** What commands inherit, and where programs are looked for; defaults to `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Something is wrong that cannot be reported to any client. */
  readonly onWarning?: (warning: string) => void;
  /** Is notified of turns, model requests and tool calls. What a hub does, `services.openHub` has to report. */
  readonly telemetry?: Telemetry;
  /** Runs the work of each session, so that a fault can be traced to it. */
  readonly scope?: SessionScope;
  /** Called for each message that was recorded, before it goes on. */
  readonly onRecorded?: (message: AnyMessage, place: RecordPosition) => void;
  readonly newId?: NewId;
  readonly now?: () => Date;
}

/** What the host program adds to the agent. */
export interface ProgramParts {
  /** Tools, made with `@tenon/toolset`, and whole toolsets: MCP servers of every session, in this process. */
  readonly tools?: readonly ToolOrToolset[];
  /** What these tools log, and in full the errors of which the model gets an id only. */
  readonly onToolLog?: LogSink;
  /** Beside ours: ask, code, architect. */
  readonly modes?: readonly Mode[];
  /** Slash commands. They come before ours of the same name. */
  readonly commands?: readonly Command[];
  /** Answers to extension requests and notifications of the client, by their names: `_vendor/method`. */
  readonly methods?: ProgramMethods;
}

export interface AgentServices {
  /** Defaults to one in memory. Closed with the connection. */
  readonly openJournal?: () => Promise<Journal>;
  /** Defaults to a hub on the servers the client gave. Must not wait for servers: `session/new` is answered when it resolves. */
  readonly openHub?: OpenSessionHub;
  /**
   * Beside the journal: where results that are too large for the model are kept until their session is deleted. Without it
   * they are kept until it is closed.
   */
  readonly resultsFolder?: string;
  /** What the user allowed or rejected for good; defaults to a store in memory. */
  readonly grants?: GrantStore;
  /** Where the user's configuration and the journal are on this run: no mode lets the model write there unasked. */
  readonly ownFolders?: OwnFolders;
}
