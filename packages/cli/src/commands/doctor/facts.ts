/**
 * What doctor finds on a machine, before anything is concluded from it. No fact holds a secret: values of
 * variables and headers stay in `spec`, which is used to start a server and is never shown.
 */

import type { ListedAgent } from "@tenon/client";
import type { ReceiptState, ServerSpec } from "@tenon/hub";
import type { Problem } from "@tenon/hub/config";

export interface Facts {
  readonly cwd: string;
  readonly home: string;
  readonly agents: readonly AgentFacts[];
  readonly editorAgents: readonly EditorAgentFacts[];
  readonly files: readonly FileFacts[];
  readonly servers: readonly ServerFacts[];
  readonly gates: readonly GateFacts[];
  /** What agents did that were started. */
  readonly probes: readonly ProbeFacts[];
  /** What could not be found out. */
  readonly failures: readonly { readonly what: string; readonly why: string }[];
}

/** An agent that we know. */
export interface AgentFacts extends ListedAgent {
  /** The user has named it. */
  readonly isAskedFor?: true;
}

/** An agent that an editor is set up to start. */
export interface EditorAgentFacts {
  readonly editor: string;
  readonly file: string;
  readonly name: string;
  /** The preset of its command line or of its id in the ACP registry. */
  readonly agent?: string;
  /** Undefined where the editor fetches the agent itself. */
  readonly command?: string;
  readonly isFound: boolean;
  readonly isWrapped: boolean;
}

/** A file with MCP servers. */
export interface FileFacts {
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly scope: "user" | "project";
  readonly fault?: { readonly message: string; readonly line?: number; readonly column?: number };
  /** Names that are written twice in it. */
  readonly duplicates: readonly string[];
  readonly maxTools?: number;
  /** The presets whose own configuration it is. */
  readonly agents: readonly string[];
}

export interface ServerFacts {
  /** `cursor/github`: unique in one run. */
  readonly id: string;
  readonly name: string;
  /** The id of the client in whose file it is. */
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly line?: number;
  readonly scope: "user" | "project";
  readonly transport?: "stdio" | "http" | "sse";
  /** Its command line or address, without secrets. */
  readonly target: string;
  readonly spec: ServerSpec;
  readonly problems: readonly Problem[];
  /** Why it is not started: nothing is wrong with it, or that has to be settled first. */
  readonly held?: "disabled" | "not trusted" | "invalid" | "asks the user" | "not asked for";
  readonly program?: ProgramFacts;
  readonly check?: ServerCheck;
}

/** Where the program of a server is. */
export interface ProgramFacts {
  readonly command: string;
  readonly file?: string;
  /** Found on the PATH of the login shell, and not on ours. */
  readonly isOnlyInLoginShell?: true;
}

/** What came of starting it. */
export interface ServerCheck {
  readonly state: ReceiptState;
  readonly reason?: string;
  readonly milliseconds: number;
  /** Each state it has been in, and how long it took to get there from the one before. */
  readonly steps: readonly { readonly state: ReceiptState; readonly milliseconds: number }[];
  readonly tools: readonly string[];
  readonly tokens: number;
  /** Lines on its stdout that are no messages. */
  readonly noise: readonly string[];
}

/** A switch of a client or an agent that keeps servers out. */
export interface GateFacts {
  readonly code: GateCode;
  /** The agents whose sessions lose servers by it; all agents of the editor without it. */
  readonly agent?: string;
  readonly client?: string;
  readonly file?: string;
  /** The servers it keeps out; all without it. */
  readonly servers?: readonly string[];
}

export type GateCode =
  | "gemini_untrusted_folder"
  | "cursor_unapproved"
  | "jetbrains_custom_mcp_off"
  | "jetbrains_idea_mcp_off"
  | "claude_unapproved"
  | "claude_rejected"
  | "gemini_excluded"
  | "qwen_untrusted_folder";

/** What one agent did with servers that it was given. */
export interface ProbeFacts {
  readonly agent: string;
  readonly isWrapped: boolean;
  readonly proof: "stand-in model" | "live model";
  readonly servers: readonly ProbedServer[];
  /** Why it could not be tried to the end. */
  readonly failure?: string;
}

/** A server of the user's, by its id, or one of our own. */
export type ProbedServer =
  | { readonly id: string; readonly reached: Step }
  | { readonly transport: "stdio" | "http"; readonly reached: Step };

/** How far a server gets. */
export const STEPS = ["declared", "admitted", "started", "listed", "offered", "named", "defined", "called"] as const;

export type Step = (typeof STEPS)[number];
