/**
 * One ACP session: its own servers, its own history, its turns one after another.
 *
 * All that it opens hangs from it: closing it cancels the turns and ends servers and commands.
 */

import type { ContentBlock, SessionConfigOption, SessionModeState, StopReason } from "@agentclientprotocol/sdk";

import type { SessionServers } from "../../mcp/session-servers.ts";
import type { Usage } from "../../model/model.ts";
import type { Denial } from "../../permission/denial.ts";
import type { UnfinishedTurn } from "../stored/unfinished-turn.ts";

export interface Session {
  readonly id: string;
  readonly modes: SessionModeState;
  readonly configOptions: SessionConfigOption[];
  readonly servers: SessionServers;
  /** The turn that was cut off before it was opened, while it waited for a person: the next prompt may continue it. */
  readonly unfinished: UnfinishedTurn | undefined;
  /** Why the rules deny something, for any caller. */
  readonly denial: Denial;
  /**
   * Runs a turn, after those before it; without content, what is left of the unfinished one. Cancelling it, by whichever way, is a stop
   * reason and not an error [R68].
   */
  prompt(prompt: readonly ContentBlock[], options: PromptOptions): Promise<StopReason>;
  /** Cancels the turn that runs and those that wait; with none of them it does nothing [R73]. */
  cancel(): void;
  /** Tells the client, and leaves the title alone from then on. */
  setTitle(title: string): Promise<void>;
  setMode(modeId: string): Promise<void>;
  setOption(configId: string, value: unknown): Promise<void>;
  /** Tells the client what it should know besides the conversation: commands, servers that need attention. */
  announce(): void;
  /** Ends it. Resolves when nothing of it is left, or a moment later: a server may take seconds to save its state. */
  close(): Promise<void>;
  /** Closes it too, and resolves when really nothing is left. */
  ended(): Promise<void>;
}

export interface PromptOptions {
  readonly signal: AbortSignal;
  /** Carried to the model's provider and to servers [R77]. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Hears what the turn has used, before it is answered. */
  readonly onUsage?: (usage: Usage) => void;
}
