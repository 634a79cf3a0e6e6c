/**
 * What the tools of a proxy are made of. Types only.
 */

import type { OpenSessionHub } from "@tenon/hub";
import type { GrantStore, Layer, OwnFolders } from "@tenon/policy";

import type { AgentTraits } from "../agents/agent-traits.ts";
import type { DoorMemory } from "../agents/door-memory.ts";
import type { OwnToolsOff } from "../agents/own-tools-off.ts";
import type { Doors } from "../doors/doors.ts";
import type { SessionEvents } from "./record-events.ts";

export interface ToolsOptions {
  readonly version: string;
  /** Opened with the first session, and closed by their owner. */
  readonly doors: () => Promise<Doors>;
  /** Loaded with the first session: a client that only asks for capabilities does not pay for them. */
  readonly services: () => Promise<ToolServices>;
  /** The preset that the agent was started by, if by one. */
  readonly preset?: string | undefined;
  /** Lends the agent the client's files and terminals, as tools of an MCP server of this name: `tenon`, or another one. */
  readonly clientTools?: string | undefined;
  /** How the agent was made to connect to the doors by itself, if it was. */
  readonly launched?: AgentTraits["launch"] | undefined;
  /** How its own tools for files and commands were switched off when it was started, if they were. */
  readonly ownToolsOff?: OwnToolsOff | undefined;
  /** Where agents work whose sessions have their folders on the client's machine: made when it is needed, and kept, because agents
   * find their sessions by it. */
  readonly scratchFolder: string;
  /** What the agent inherits, and where the floor looks for keys. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onWarning: (warning: string) => void;
  /** Values that must not be recorded or logged. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** For the receipts and messages of a session's servers. Without it none are recorded. */
  readonly openEvents?: () => SessionEvents;
  /** By which doors agents that are not known came; without it the first is offered again and again. */
  readonly doorMemory?: DoorMemory;
  /** A call was denied by the rules, without a question. */
  readonly onDenied?: (denied: { readonly title: string; readonly reason: string }) => void;
  /** Holds the first prompt of a session back while servers start, for a while. */
  readonly waitsForServers?: boolean;
  /** How many sessions of an agent keep their servers running; 10 by default. */
  readonly activeSessions?: number;
  /** Where another machine may take the sessions of the agent over: then nothing may go on here. */
  readonly lease?: ToolsLease | undefined;
  readonly newId?: () => string;
  readonly now?: () => Date;
}

export interface ToolsLease {
  /** Aborts when it is so: what is closed from then on ends at once. */
  readonly lost: AbortSignal;
  /** Asked before each call. */
  readonly isHeld: boolean;
}

export interface ToolServices {
  readonly openHub: OpenSessionHub;
  /** What the user allowed or rejected for good. */
  readonly grants: GrantStore;
  /** Above the user's and the project's. */
  readonly rules?: readonly Layer[];
  /** Where the user's configuration and the journal are: protected by the floor. */
  readonly ownFolders?: OwnFolders | undefined;
}
