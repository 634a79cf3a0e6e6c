/**
 * The things a tool call can do, one step after another.
 */

import type { JsonObject } from "@tenon/basis";

import type { ToolChange } from "./script.ts";

export type CallStep =
  /** Answers with the arguments. */
  | { readonly type: "echo" }
  /** Answers with exactly this, however odd: any content blocks, structuredContent, isError. */
  | { readonly type: "result"; readonly result: JsonObject }
  /** Answers with a block of so many bytes. */
  | { readonly type: "bytes"; readonly bytes: number; readonly as?: "text" | "image" }
  /** Answers with a protocol error. */
  | { readonly type: "error"; readonly code: number; readonly message: string; readonly data?: unknown }
  /** Answers with what the server knows. */
  | { readonly type: "report"; readonly of: readonly ReportItem[] }
  | ProgressStep
  | LogStep
  | { readonly type: "delay"; readonly milliseconds: number }
  /** Waits for a gate, which stays open once it was released. */
  | WaitForReleaseStep
  | { readonly type: "release"; readonly gate: string }
  /** Waits to be cancelled, and then falls silent, or answers all the same. */
  | { readonly type: "wait-for-cancel"; readonly answersAnyway?: boolean }
  /** Neither answers nor minds being cancelled. */
  | { readonly type: "never-answer" }
  | { readonly type: "crash"; readonly exitCode?: number; readonly stderr?: string }
  /** Closes the stream that the answer would have come on: politely, or in the middle of an event. */
  | { readonly type: "close-stream"; readonly how: "end" | "cut" }
  | QuestionStep
  /** Asks several things at once, each under a name. */
  | { readonly type: "ask"; readonly questions: Readonly<Record<string, QuestionStep>> }
  | { readonly type: "change-tools"; readonly change: ToolChange }
  /** Sends any notification to every client that would receive it. */
  | NotifyStep;

/** What a call asks its client in the middle. The answer is a finding. */
export type QuestionStep =
  /** Asks the person; the parameters of `elicitation/create`. */
  | { readonly type: "elicit"; readonly params: JsonObject }
  /** Asks the model; the parameters of `sampling/createMessage`. */
  | { readonly type: "sample"; readonly params: JsonObject }
  | { readonly type: "roots" };

export interface ProgressStep {
  readonly type: "progress";
  readonly times: number;
  readonly total?: number;
  readonly message?: string;
  readonly everyMilliseconds?: number;
}

interface LogStep {
  readonly type: "log";
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger?: string;
}

export interface WaitForReleaseStep {
  readonly type: "wait-for-release";
  /** Defaults to the argument called `gate`, or else the tool's name. */
  readonly gate?: string;
}

interface NotifyStep {
  readonly type: "notify";
  readonly method: string;
  readonly params?: JsonObject;
  readonly times?: number;
}

/** `calls` is how often this tool was called, this call included. */
export type ReportItem = "cwd" | "environment" | "pid" | "headers" | "arguments" | "calls";

export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
