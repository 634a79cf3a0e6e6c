/**
 * What a client asks for when it opens a session, and the connection it comes from.
 */

import type { AgentContext, ClientCapabilities, SessionNotification } from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";
import type { Tree } from "@tenon/workspace";

import type { ClientSystemPrompt } from "./system-prompt.ts";

export interface SessionSetup {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  /** Where these folders are: on this machine, or on the client's, and then only the client reads and writes there. */
  readonly tree: Tree;
  /** The client's servers. They reach the hub as they are here. */
  readonly servers: readonly ServerSpec[];
  /** The client's own instructions, for as long as the session is open. */
  readonly systemPrompt?: ClientSystemPrompt;
  /** Whose limit of server processes it counts for. */
  readonly account?: string;
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  /** Sends an update that is in the record already. */
  readonly repeat: (notification: SessionNotification) => Promise<void>;
  /** Resolves when everything that was sent is recorded and on the wire. */
  readonly flushed: () => Promise<void>;
}
