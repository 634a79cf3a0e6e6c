/**
 * What a person reads, one entry after another.
 *
 * An entry keeps its key and its position for ever; each change of it is a new object with a higher revision, so a page
 * draws again only what changed.
 */

import type {
  ContentBlock,
  Cost,
  PermissionOption,
  PlanEntry as PlanItem,
  SessionConfigOption,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
} from "@agentclientprotocol/sdk";

export type Entry =
  | MessageEntry
  | ToolCallEntry
  | ElicitationEntry
  | PlanEntry
  | NoticeEntry
  | CompactionEntry
  | ModeEntry
  | OptionsEntry
  | UsageEntry
  | ReceiptEntry
  | TurnEndEntry
  | UnknownEntry;

export interface Identity {
  /** Unique in its timeline; the same whenever the same events are folded. */
  readonly key: string;
  readonly revision: number;
  /** When it began and when it last changed, in milliseconds since 1970; absent if the events did not say. */
  readonly at?: number;
  readonly changedAt?: number;
}

export interface MessageEntry extends Identity {
  readonly type: "user-message" | "agent-message" | "thought";
  readonly messageId?: string;
  /** Text that follows text is one block, however it was cut on the wire. A block may be of a type newer than this. */
  readonly content: readonly ContentBlock[];
  /** It is being written: at most one message of a timeline is. */
  readonly isOpen: boolean;
  /** Who prompted, where several could. */
  readonly by?: string;
}

export interface ToolCallEntry extends Identity {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly title: string;
  readonly name?: string;
  readonly kind: ToolKind;
  readonly status: ToolCallStatus;
  /** Why it is `failed` although its agent never reported that: the turn ended, or was cancelled or cut off, before it did. */
  readonly closedBy?: "turn-end" | "cancel" | "interruption";
  readonly content: readonly ToolCallContent[];
  readonly locations: readonly ToolCallLocation[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  /** The terminals embedded in `content`, as far as the client has reported them. */
  readonly terminals: Readonly<Record<string, TerminalView>>;
  readonly permission?: PermissionView;
  readonly decision?: DecisionView;
}

export interface TerminalView {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly output: string;
  readonly truncated: boolean;
  readonly exit?: { readonly exitCode?: number | null; readonly signal?: string | null };
  readonly isReleased: boolean;
}

export interface PermissionView {
  readonly options: readonly PermissionOption[];
  readonly state: "waiting" | "selected" | "cancelled" | "failed";
  readonly optionId?: string;
  /** Who answered, where several could. */
  readonly answeredBy?: string;
}

/** What a policy decided about the call, and by which rule. */
export interface DecisionView {
  readonly effect: "allow" | "ask" | "deny";
  readonly reason: string;
}

/** What a person was asked by the agent or a server, other than for a permission. */
export interface ElicitationEntry extends Identity {
  readonly type: "elicitation";
  readonly message: string;
  /** `form`, `url`, or one that came later. */
  readonly mode: string;
  /** What a form asks for. */
  readonly fields: readonly ElicitationField[];
  /** The host of the URL that a person was asked to open; nothing else of it is kept. */
  readonly host?: string;
  /** The call that it was asked for. */
  readonly toolCallId?: string;
  readonly state: "waiting" | "accepted" | "declined" | "cancelled" | "failed";
  /** What was filled in, by the names of the fields. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Who answered, where several could. */
  readonly answeredBy?: string;
}

export interface ElicitationField {
  readonly name: string;
  readonly title?: string;
}

export interface PlanEntry extends Identity {
  readonly type: "plan";
  readonly items: readonly PlanItem[];
}

export interface NoticeEntry extends Identity {
  readonly type: "notice";
  readonly severity: string;
  readonly title: string;
  readonly description?: string;
}

export interface CompactionEntry extends Identity {
  readonly type: "compaction";
  readonly compactionId: string;
  readonly status: string;
  readonly summary: readonly ContentBlock[];
  readonly error?: string;
}

export interface ModeEntry extends Identity {
  readonly type: "mode";
  readonly modeId: string;
}

/** The options that changed, with their new values. */
export interface OptionsEntry extends Identity {
  readonly type: "options";
  readonly changed: readonly SessionConfigOption[];
}

/** The context used, once in a turn, kept up to date. */
export interface UsageEntry extends Identity {
  readonly type: "usage";
  readonly used: number;
  readonly size: number;
  readonly cost?: Cost;
}

/** How far one MCP server has got; one entry for each server, in place. */
export interface ReceiptEntry extends Identity {
  readonly type: "receipt";
  readonly server: string;
  readonly state: string;
  readonly reason?: string;
}

export interface TurnEndEntry extends Identity {
  readonly type: "turn-end";
  /** A stop reason of the protocol or a word it does not have; absent if the turn failed or was cut off. */
  readonly stopReason?: string;
  readonly error?: { readonly code?: number; readonly message: string };
  readonly isInterrupted?: boolean;
  /** Why it was interrupted, with the agent's last words. */
  readonly reason?: string;
}

/** An update that this version does not know, kept as it came. */
export interface UnknownEntry extends Identity {
  readonly type: "unknown";
  readonly name: string;
  readonly update: unknown;
}
