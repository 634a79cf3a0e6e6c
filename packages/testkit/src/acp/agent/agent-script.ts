/**
 * What a scripted agent does, as data: a script survives JSON, so the same one drives an agent in memory and an agent
 * in a process of its own.
 *
 * A script without bad manners makes a well-behaved agent as long as its updates and stop reasons are the protocol's.
 */

import type {
  AgentCapabilities,
  AuthMethod,
  Implementation,
  PermissionOption,
  SessionConfigOption,
  SessionInfo,
  SessionModeState,
  SessionUpdate,
  StopReason,
  ToolKind,
} from "@agentclientprotocol/sdk";

import type { BadManners } from "./bad-manners.ts";

export interface AgentScript {
  /** Over the capabilities that follow from the script. */
  readonly capabilities?: AgentCapabilities;
  readonly authMethods?: readonly AuthMethod[];
  readonly agentInfo?: Implementation;
  /** New sessions are refused until the client has authenticated. */
  readonly authRequired?: boolean;
  readonly newSession?: NewSessionScript;
  /** Sessions from earlier days, which can be listed and loaded. */
  readonly sessions?: readonly StoredSession[];
  /** The agent connects to the session's MCP servers before it answers `session/new`, and not only when it needs them. */
  readonly connectsAtOnce?: boolean;
  /** What the first prompt of a session does, the second, and so on; the last stays. Without any, prompts are echoed. */
  readonly turns?: readonly Turn[];
  /** Answers given instead of the agent's own, by method. */
  readonly answers?: Readonly<Record<string, ScriptedAnswer>>;
  readonly manners?: BadManners;
}

export interface NewSessionScript {
  readonly modes?: SessionModeState;
  readonly configOptions?: readonly SessionConfigOption[];
  /** Rude: sent before the response that introduces the session [R45]. */
  readonly updatesBefore?: readonly AnyUpdate[];
  readonly updatesAfter?: readonly AnyUpdate[];
}

export interface StoredSession extends SessionInfo {
  readonly history: readonly AnyUpdate[];
}

export type ScriptedAnswer =
  | { readonly result: unknown }
  | { readonly error: ScriptedError }
  /** Rude: the request is never answered. */
  | { readonly never: true };

export interface ScriptedError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Turn {
  readonly steps: readonly Step[];
  /** Defaults to `end_turn`; may be one that the protocol does not have. */
  readonly stopReason?: StopReason | (string & {});
  /** What a cancel does. Anything but `stop`, which is the default, is rude. */
  readonly onCancel?: "stop" | "ignore" | "never-answer" | { readonly error: ScriptedError };
  /** Rude: sent after the response [R67]. */
  readonly updatesAfter?: readonly AnyUpdate[];
}

export type Step =
  /** One chunk for each text. Without a message id, chunks belong together by their order alone. */
  | { readonly type: "say" | "think"; readonly text: string | readonly string[]; readonly messageId?: string }
  /** A chunk of this many bytes. */
  | { readonly type: "say-at-length"; readonly bytes: number }
  /** Says the text of the prompt. */
  | { readonly type: "echo" }
  /** Any update as it stands: a plan, usage, an unknown variant. */
  | { readonly type: "update"; readonly update: AnyUpdate }
  | ToolStep
  | McpStep
  | AskStep
  /** Any request to the client, in this session; the answer is sent as text. */
  | { readonly type: "call"; readonly method: string; readonly params?: Readonly<Record<string, unknown>> }
  | TerminalStep
  | { readonly type: "wait-for-cancel" }
  /** The prompt fails with this error. */
  | { readonly type: "fail"; readonly error: ScriptedError }
  | { readonly type: "stderr"; readonly text: string; readonly repeat?: number }
  /** Rude: any text on the wire. */
  | { readonly type: "write"; readonly text: string }
  /** Rude: the agent is gone, in the middle of whatever it did. */
  | { readonly type: "exit"; readonly code: number };

/** A tool call with its whole lifecycle, reported from `pending` to `completed` or `failed`. */
export interface ToolStep {
  readonly type: "tool";
  readonly title: string;
  readonly toolCallId?: string;
  readonly kind?: ToolKind;
  readonly rawInput?: unknown;
  /** Asks for permission first; the tool fails unless it is allowed. */
  readonly ask?: boolean;
  /** What happens while it is in progress. */
  readonly steps?: readonly Step[];
  readonly output?: string;
  readonly fails?: boolean;
}

/** Calls a tool of an MCP server that came with the session, and reports it as a tool call; its text is sent. */
export interface McpStep {
  readonly type: "mcp";
  readonly server: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly toolCallId?: string;
  /** How the call is named to the client: `mcp__server__tool` by default. */
  readonly title?: string;
  readonly kind?: ToolKind;
  readonly rawInput?: unknown;
  /** Asks for permission first, with these options; the tool fails unless it is allowed once. */
  readonly ask?: true | readonly PermissionOption[];
  /** Rude: no update is sent. */
  readonly isSilent?: boolean;
  /** Rude: the arguments are not shown. */
  readonly hidesInput?: boolean;
}

export interface AskStep {
  readonly type: "ask";
  readonly title: string;
  readonly toolCallId?: string;
  readonly options?: readonly PermissionOption[];
  /** What follows, by the option that was picked. */
  readonly picked?: Readonly<Record<string, readonly Step[]>>;
  /** What follows any other answer: cancelled, an unknown option, an error. */
  readonly otherwise?: readonly Step[];
  /** Rude: goes on without waiting for the answer. */
  readonly isHasty?: boolean;
}

/** Runs a command in the client's terminal; its output is sent as text, and the terminal released. */
export interface TerminalStep {
  readonly type: "terminal";
  readonly command: string;
  readonly args?: readonly string[];
  readonly kill?: boolean;
}

/** An update of the protocol, or one that only looks like it. */
export type AnyUpdate = SessionUpdate | { readonly sessionUpdate: string; readonly [field: string]: unknown };
