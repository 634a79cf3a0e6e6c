/**
 * What the connections of a gateway share.
 */

import type { ClientLink, OpenLink } from "../wire/client-link.ts";
import type { ConnectionAgents } from "./connection-agents.ts";
import type { SessionSetup } from "./session-setup.ts";
import type { AgentView } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";
import type { KnownMachines } from "../machines/known-machines.ts";
import type { OtherMachines } from "../machines/other-machines.ts";
import type { McpRelay } from "../mcp-relay/mcp-relay.ts";
import type { AllSessions } from "../sessions/all-sessions.ts";
import type { LiveSession, SessionServices } from "../sessions/live-session.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import type { SessionCapacity } from "../sessions/session-capacity.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import type { AgentStart } from "../upstream/other-agent.ts";

export interface Core {
  /** Those that are open. */
  readonly live: LiveSessions;
  /** All. */
  readonly sessions: AllSessions;
  /** Whether more may be opened. */
  readonly capacity: SessionCapacity;
  readonly services: SessionServices;
  readonly agents: readonly AgentView[];
  readonly defaultAgent: string;
  /** For MCP servers that clients provide. */
  readonly relay: McpRelay;
  /** What each open session was opened with. */
  readonly setups: WeakMap<LiveSession, SessionSetup>;
  readonly machines: Machines | undefined;
  readonly known: KnownMachines;
  readonly newId: () => string;
  /** No new turns. */
  readonly isClosing: boolean;
  /** Starts an agent for a connection. Throws `agent_not_found`. */
  host(name: string, owner: ClientLink, place: AgentStart): HostedAgent;
}

/** One client, as its requests are handled. */
export interface Client {
  readonly core: Core;
  readonly link: OpenLink;
  readonly agents: ConnectionAgents;
  readonly others: OtherMachines;
  /** Another machine speaks for it, and has recorded what its person asks for. */
  readonly isForwarded: boolean;
}
