/**
 * What the agent needs of a language model. Every provider is behind this, and so is the rehearsal model.
 */

import type { ModelPart } from "@tenon/hub";

export interface Model {
  /** As the user names it: `anthropic/claude-sonnet-5`, `rehearsal`. */
  readonly id: string;
  /** What a prompt may hold besides text. */
  readonly accepts: { readonly image: boolean; readonly audio: boolean };
  /** How many tokens it takes at most; absent if unknown. */
  readonly contextTokens?: number | undefined;
  /** The levels of reasoning effort that it accepts; empty if it accepts none. */
  readonly thoughtLevels: readonly ThoughtLevel[];
  /** Prompts that a newcomer can try, by language; a client may show them. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>;
  /** In US dollars; undefined if the price is not known. Unknown is not 0. */
  cost(usage: Usage): number | undefined;
  /** Loads what the first answer needs. Never rejects: the answer reports what is wrong. */
  prepare?(): Promise<void>;
  /**
   * One answer. The last event is `finish`; a failure that the user should read about is thrown as a `ModelError`, an
   * abort as the signal's reason. Retries happen inside, and are reported as events.
   */
  answer(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export type ThoughtLevel = "off" | "low" | "medium" | "high";

export interface ModelRequest {
  /** Parts that never change come first, so that a provider can keep them in its cache. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** In a stable order, byte for byte the same as long as nothing changed. */
  readonly tools: readonly ModelTool[];
  readonly thoughtLevel?: ThoughtLevel;
  readonly signal: AbortSignal;
  /** The same for all requests of a session, so that each notice about the model is given once in it. */
  readonly session?: object;
  /** Trace context and the like, carried to the provider as headers. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** JSON throughout: a history is stored as it stands. Every tool call of an assistant message has its result in the next. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

export interface UserMessage {
  readonly role: "user";
  readonly parts: readonly MessagePart[];
}

export type MessagePart = ModelPart | DocumentPart;

export type MediaPart = Extract<MessagePart, { readonly data: string }>;

export type MediaKind = MediaPart["type"];

/** Pages, for a model that reads them as they look. Base64; never words. */
export interface DocumentPart {
  readonly type: "document";
  readonly data: string;
  readonly mimeType: string;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly parts: readonly AssistantPart[];
}

/** What a provider wants back unchanged with a part, such as the signature of a thought, is in `provider`. */
export type AssistantPart = { readonly provider?: Readonly<Record<string, unknown>> } & (
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  | ({ readonly type: "tool-call" } & ToolCall)
);

export interface ToolMessage {
  readonly role: "tool";
  readonly results: readonly ToolResult[];
}

export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  readonly parts: readonly MessagePart[];
  readonly isError: boolean;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The model's arguments were not an object in JSON; the text as it came. Such a call is answered, not run. */
  readonly malformed?: string;
}

export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thought-delta"; readonly text: string }
  /** The model is writing a call; the `tool-call` with this id follows, unless the answer breaks off or is cut off. */
  | { readonly type: "tool-call-start"; readonly id: string; readonly name: string }
  /** Whole, as soon as its arguments are. Also without a start before it. */
  | ({ readonly type: "tool-call" } & ToolCall)
  /** Calls and thoughts so far are void: all of them come anew. */
  | { readonly type: "retry"; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** The provider would not take this tool; the request went on without it. */
  | { readonly type: "tool-set-aside"; readonly name: string; readonly reason: string }
  /** These bytes were not sent, and why; once in a session for each kind and reason. */
  | { readonly type: "media-left-out"; readonly kind: MediaKind; readonly reason: string }
  /** The provider refuses requests with these bytes, and takes them without. */
  | {
      readonly type: "media-refused";
      readonly data: readonly string[];
      readonly kinds: readonly MediaKind[];
      readonly reason: string;
    }
  | {
      readonly type: "finish";
      readonly reason: "stop" | "tool-calls" | "length" | "refusal";
      /** What goes into the history. */
      readonly message: AssistantMessage;
      readonly usage?: Usage;
    };

/** Tokens; what the provider did not say is absent. */
export interface Usage {
  /** All that the model read, from its cache too. */
  readonly input?: number;
  readonly output?: number;
  readonly thought?: number;
  readonly cachedRead?: number;
  readonly cachedWrite?: number;
}
