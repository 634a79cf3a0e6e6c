/**
 * One row of the matrix: which server is lent, what is done with it, and what counts as arrived.
 */

import type { HttpServer, ServerScript, StdioServer } from "@tenon/testkit/mcp";
import type { ModelServer } from "@tenon/testkit/model";
import type { AgentSession } from "@tenon/client";

import type { Level } from "./levels.ts";
import type { LentTool } from "./lent-tool.ts";

export type Transport = "stdio" | "http" | "sse";

export interface MatrixCase {
  readonly name: string;
  /** One line for the page. */
  readonly title: string;
  /** The transport that is tried; absent, any that the agent takes. */
  readonly transport?: Transport;
  readonly tools: readonly LentTool[];
  /** A second session is open at the same time, with a server of the same name that has these. */
  readonly otherTools?: readonly LentTool[];
  /** Beside its tools, which are those above unless it says so. */
  readonly script?: ServerScript;
  /** It waits for minutes, and runs only when asked for. */
  readonly isSlow?: true;
  /** How long a cell may take; two minutes unless it says so. */
  readonly limitMs?: number;
  /** Goes on beside the opening of the session. */
  meanwhile?(server: StdioServer | HttpServer): Promise<void>;
  play(stage: CellStage): Promise<Finding>;
}

/** What a cell's play has at hand. The session is open, and the server was sent. */
export interface CellStage {
  readonly session: AgentSession;
  readonly server: StdioServer | HttpServer;
  readonly model: ModelServer;
  /** How long the agent took to open the session. */
  readonly openedMs: number;
  /** Updates and questions of the agent to the client, each as JSON text. */
  readonly shown: readonly string[];
  /** How often the person was asked to fill in a form. */
  readonly elicited: () => number;
  /** One prompt, in which the model calls the tool if it can; resolves with the stop reason when the turn is over. */
  prompt(tool: LentTool): Promise<string>;
  /** The same, and a second prompt if the first came before the tool: droid and qwen do not wait for their servers. */
  call(tool: LentTool): Promise<string>;
  level(tool: LentTool): Promise<Level>;
  /** The second session, if the row has one. */
  readonly other?: Pick<CellStage, "server" | "call" | "level">;
}

export interface Finding {
  readonly isArrived: boolean;
  readonly level: Level;
  /** What happened, for the page. */
  readonly detail: string;
}
