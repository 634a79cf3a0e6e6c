/**
 * What a tool does in a session's workspace, whatever the tool is called and wherever it is offered.
 *
 * It is prepared, then allowed, then run: preparing changes nothing, so it may happen before the user is asked, and what
 * it finds out is what the user sees then. Contents and kinds have the form that ACP gives them.
 */

import type { Subject } from "@tenon/policy";

export interface Operation {
  /** For people: `Edit src/main.ts`. */
  readonly title: string;
  readonly kind: "read" | "edit" | "execute";
  readonly locations?: readonly ShownLocation[];
  /** What would happen, such as the diff of an edit. */
  readonly content?: readonly ShownContent[];
  /** What the policy is asked about; all of it must be allowed. Empty: nothing to ask. */
  readonly subjects: readonly Subject[];
  /** Called at most once, when it is allowed. Rejects with the signal's reason, or a `ToolError` for the model to read. */
  run(run: OperationRun): Promise<OperationOutcome>;
}

export interface OperationRun {
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  /** Shows something while it runs. In order; what is shown last stands until the outcome. */
  show(change: { readonly content: ShownContent[] }): Promise<void>;
}

export interface OperationOutcome {
  /** For the model; never empty. */
  readonly parts: readonly (TextPart | ImagePart)[];
  readonly isError: boolean;
  /** For the client; what was shown before stays if absent. */
  readonly content?: readonly ShownContent[];
  readonly locations?: readonly ShownLocation[];
  readonly rawOutput?: unknown;
}

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** Base64. */
export interface ImagePart {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

export interface ShownLocation {
  readonly path: string;
  readonly line?: number;
}

export type ShownContent = ShownBlock | ShownDiff | { readonly type: "terminal"; readonly terminalId: string };

export interface ShownBlock<Block = TextPart | ImagePart> {
  readonly type: "content";
  readonly content: Block;
}

export interface ShownDiff {
  readonly type: "diff";
  readonly path: string;
  /** Null only for a file that was not there. */
  readonly oldText: string | null;
  readonly newText: string;
}

/** For the model. */
export function textPart(text: string): TextPart {
  return { type: "text", text };
}

/** For the client, which reads it as Markdown. */
export function textContent(text: string): ShownBlock<TextPart> {
  return { type: "content", content: textPart(text) };
}

/** For the client, as it is and not as Markdown. */
export function fencedContent(text: string): ShownBlock<TextPart> {
  return textContent(fenced(text));
}

/** The text in a Markdown code block. The fence is longer than any run of backticks in the text, so the text cannot end it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
