/**
 * What a timeline is folded from: the updates of an ACP session, and what only our side knows.
 */

import type { ContentBlock, PermissionOption, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";

import type { ElicitationField } from "./entry.ts";

/** `at` is in milliseconds since 1970. */
export type TimelineEvent = { readonly at?: number } &
  /** `isReplay` if it came while a `session/load` was unanswered: history, not news. */
  (
    | { readonly type: "update"; readonly update: SessionUpdate | UnknownUpdate; readonly isReplay?: boolean }
    /** `session/load` has been answered. */
    | { readonly type: "replay-end" }
    /** The client has sent a prompt: a turn begins. */
    | { readonly type: "prompt"; readonly content: readonly ContentBlock[]; readonly requestId?: string }
    /** Who sends the prompt that comes next, where several could. */
    | { readonly type: "prompted-by"; readonly by: string }
    /** The client has sent `session/cancel`. */
    | { readonly type: "cancel" }
    | {
        readonly type: "turn-end";
        /** Pairs the end with its prompt: an answer that comes when its turn was given up must not end the next one. */
        readonly requestId?: string;
        readonly stopReason?: string;
        readonly error?: TurnError;
      }
    /** The agent that ran the turn is gone: what was open will not be finished. */
    | { readonly type: "interruption"; readonly reason?: string }
    | {
        readonly type: "permission-asked";
        /** Pairs the question with its answer. */
        readonly requestId: string;
        readonly toolCall: ToolCallUpdate;
        readonly options: readonly PermissionOption[];
      }
    | {
        readonly type: "permission-answered";
        readonly requestId: string;
        readonly outcome: "selected" | "cancelled" | "failed";
        readonly optionId?: string;
        readonly answeredBy?: string;
      }
    /** A person is asked for something other than a permission. */
    | {
        readonly type: "elicitation-asked";
        /** Pairs the question with its answer. */
        readonly requestId: string;
        readonly message: string;
        readonly mode: string;
        readonly fields: readonly ElicitationField[];
        readonly host?: string;
        readonly toolCallId?: string;
      }
    | {
        readonly type: "elicitation-answered";
        readonly requestId: string;
        readonly outcome: "accept" | "decline" | "cancel" | "failed";
        readonly content?: Readonly<Record<string, unknown>>;
        readonly answeredBy?: string;
      }
    | {
        readonly type: "terminal-created";
        readonly terminalId: string;
        readonly command: string;
        readonly args?: readonly string[];
        readonly cwd?: string;
      }
    /** More output, to be added at the end. */
    | { readonly type: "terminal-output"; readonly terminalId: string; readonly text: string }
    /** The whole output as it is now, and how the command ended if it has. */
    | {
        readonly type: "terminal-state";
        readonly terminalId: string;
        readonly output?: string;
        readonly truncated?: boolean;
        readonly exit?: { readonly exitCode?: number | null; readonly signal?: string | null };
        readonly isReleased?: boolean;
      }
    | { readonly type: "receipt"; readonly server: string; readonly state: string; readonly reason?: string }
    | {
        readonly type: "decision";
        readonly toolCallId: string;
        readonly effect: "allow" | "ask" | "deny";
        readonly reason: string;
      }
  );

export type EventOf<Type extends TimelineEvent["type"]> = Extract<TimelineEvent, { readonly type: Type }>;

export interface TurnError {
  readonly code?: number;
  readonly message: string;
}

/** A variant that the protocol did not have when this was written. */
export interface UnknownUpdate {
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}
