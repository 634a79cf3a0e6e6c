/**
 * What a gateway is made of, and its bounds.
 */

import { randomUUID } from "node:crypto";
import { homedir } from "node:os";

import type { AgentOptions, AgentServices } from "@tenon/agent";
import { type Clock, noTelemetry, systemClock, type Telemetry } from "@tenon/basis";
import { type AgentProgram, OWN_AGENT } from "@tenon/client";
import type { Journal } from "@tenon/journal";
import { findFloor, NO_RULES, type SessionRules } from "@tenon/policy";
import type { CreateInterceptor, ToolsOptions } from "@tenon/proxy";

import type { AgentView } from "./gateway.ts";
import type { Access } from "./people/access.ts";

export interface GatewayOptions {
  /** Of all sessions. The gateway does not close it. */
  readonly journal: Journal;
  /** Our own agent, served in this process. */
  readonly ownAgent: OwnAgent;
  /** Others, started as child processes; clients choose among them by name. Defaults to none. */
  readonly agents?: readonly OtherAgent[];
  /** The agent of a session that names none. Defaults to our own. */
  readonly defaultAgent?: string;
  /** The folder of another agent that starts before its first session. Defaults to that of this process. */
  readonly cwd?: string;
  /** The user's rules for a session of another agent. Defaults to the floor and the default rules. */
  readonly rules?: OpenRules;
  readonly limits?: Partial<GatewayLimits>;
  /** What a person may do; undefined for one who was removed. Their prompts wait on without them. Defaults to no one. */
  readonly accessOf?: (personId: string) => Promise<Access | undefined>;
  /** Other machines that serve the sessions of the same journal. Defaults to none. */
  readonly machines?: Machines | undefined;
  readonly newId?: () => string;
  readonly clock?: Clock;
  /** A failure that no client can be sent. */
  readonly onWarning?: (warning: string) => void;
  /** Called with turns of other agents; `ownAgent` reports our own. */
  readonly telemetry?: Telemetry | undefined;
}

export interface Machines {
  /** Where the others reach this one; undefined while it does not listen. */
  readonly address: () => string | undefined;
  /** Shared by all machines of this gateway; it signs the connections between them. */
  readonly secret: string;
  /** What this machine has and not all have. Defaults to nothing. */
  readonly pools?: readonly Pool[];
}

/** Machines with the same working trees. A session of a pool is opened on its machines only. */
export interface Pool {
  /** Clients ask for it by `_meta.tenon.pool`. */
  readonly name: string;
  /** A session in this folder, or below it, needs the pool without asking. Absolute. */
  readonly folder?: string;
}

/** `roots` begins with the session's folder. */
export type OpenRules = (roots: readonly string[]) => Promise<OpenedRules>;

/** They follow edits until they are closed. */
export interface OpenedRules extends SessionRules {
  close(): Promise<void>;
}

export type OwnAgent = Omit<AgentOptions, "services"> & {
  readonly services?: () => Promise<Omit<AgentServices, "openJournal">>;
};

export interface OtherAgent {
  /** By which clients choose it, and sessions are recorded: a preset's name or a command line. */
  readonly name: string;
  readonly title?: string;
  /** What is known of it before it was started. */
  readonly about?: Pick<AgentView, "version" | "signIn" | "signInAdvice" | "notes">;
  /** False for one that fails where it is offered files. */
  readonly takesFiles?: boolean;
  /** Why it will not start a server that it is given, if that is known. */
  readonly dropsServer?: (server: object) => string | undefined;
  /** Gives its sessions tools of ours instead of its clients' servers. Called for each start, for what stands in its wire. */
  readonly tools?: (listeners: ToolListeners) => CreateInterceptor;
  /** Called for each start. `isAtClient`: its sessions have their folders on a client's machine, and it works in none of ours. */
  program(options: { readonly cwd: string; readonly isAtClient: boolean }): Promise<AgentProgram>;
}

export type ToolListeners = Required<Pick<ToolsOptions, "openEvents" | "onWarning" | "lease">> &
  Pick<ToolsOptions, "ownToolsOff">;

export interface GatewayLimits {
  readonly connections: number;
  /** Sessions that are open at once, and those that one connection has open. */
  readonly liveSessions: number;
  readonly sessionsPerConnection: number;
  /** How long an agent may take to answer `initialize`: it may have to be downloaded first. */
  readonly startMs: number;
  /** How long a question waits while no attached client can answer it; then it is rejected. */
  readonly questionMs: number;
  /** The same while one can: a page may have been left open. */
  readonly askedMs: number;
  /** How long what an agent asks of a client's own MCP server waits for that client to reconnect. */
  readonly providerMs: number;
  /** How long an idle session stays open without an attached client. */
  readonly parkMs: number;
  /** How much may be on its way to one client before it is left behind and reads from the journal. */
  readonly outboxMessages: number;
  readonly outboxCharacters: number;
  /** Frames of a session that are kept for its readers. */
  readonly ringFrames: number;
  readonly ringCharacters: number;
  /** Prompts that may wait for their turn in one session. */
  readonly waitingPrompts: number;
}

export type GatewaySettings = Required<Omit<GatewayOptions, "limits" | "machines" | "telemetry">> &
  Pick<GatewayOptions, "machines"> & { readonly limits: GatewayLimits; readonly telemetry: Telemetry };

export function settingsFrom(options: GatewayOptions): GatewaySettings {
  const { agents = [], defaultAgent = OWN_AGENT, cwd = process.cwd(), newId = randomUUID } = options;
  const { clock = systemClock, onWarning = () => {}, rules = floorAlone, telemetry = noTelemetry } = options;
  const { accessOf = async () => undefined } = options;
  const limits = { ...LIMITS, ...options.limits };
  const warn = (warning: string) => {
    try {
      onWarning(warning);
    } catch {
      // It only listens.
    }
  };
  return { ...options, agents, defaultAgent, cwd, newId, clock, onWarning: warn, rules, accessOf, limits, telemetry };
}

async function floorAlone(roots: readonly string[]): Promise<OpenedRules> {
  const floor = await findFloor({ roots, environment: process.env, home: homedir() });
  return { ...NO_RULES, floor, close: async () => {} };
}

const LIMITS: GatewayLimits = {
  connections: 1_000,
  liveSessions: 4_096,
  sessionsPerConnection: 2_048,
  startMs: 120_000,
  questionMs: 10 * 60_000,
  askedMs: 12 * 60 * 60_000,
  providerMs: 60_000,
  parkMs: 30 * 60_000,
  outboxMessages: 1_024,
  outboxCharacters: 8 * 1024 * 1024,
  ringFrames: 1_024,
  ringCharacters: 4 * 1024 * 1024,
  waitingPrompts: 100,
};
