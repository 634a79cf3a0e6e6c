/**
 * What a test writes: the answers a scripted model gives, one for each request.
 *
 * An answer is a failure, a part, or a list of parts that are played in order. It says nothing of any vendor: the same
 * script is spoken over every API.
 */

import type { Gate } from "./gate.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";

/** One answer for each request, in order; or a function that finds the answer to a request. */
export type Script = readonly Answer[] | AnswerFunction;

/** `undefined` means that the script has no answer to this request; the client gets an error. */
export type AnswerFunction = (request: ModelRequest) => Answer | undefined | Promise<Answer | undefined>;

export type Answer = Failure | AnswerPart | readonly AnswerPart[];

export type AnswerPart = ContentPart | UsagePart | StopPart | Gate | DelayPart | FaultPart;

/** What the model says. */
export type ContentPart = TextPart | ThoughtPart | ToolCallPart;

export interface TextPart {
  readonly type: "text";
  readonly chunks: readonly string[];
}

export interface ThoughtPart {
  readonly type: "thought";
  readonly chunks: readonly string[];
}

export interface ToolCallPart {
  readonly type: "tool-call";
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly id?: string | undefined;
  /** The arguments as JSON text, in the pieces in which they are streamed. */
  readonly fragments: readonly string[];
}

export interface UsagePart {
  readonly type: "usage";
  readonly usage: Usage;
}

export interface Usage {
  /** All tokens of the request, those read from and written to the cache included. */
  readonly inputTokens: number;
  readonly cachedReadTokens?: number;
  readonly cachedWriteTokens?: number;
  /** All tokens of the answer, thought included. */
  readonly outputTokens: number;
  readonly thoughtTokens?: number;
}

export interface StopPart {
  readonly type: "stop";
  readonly reason: "end" | "length" | "refusal";
}

export interface DelayPart {
  readonly type: "delay";
  readonly milliseconds: number;
}

export interface StallPart {
  readonly type: "stall";
}

/** Something that goes wrong after the answer has begun. */
export type FaultPart =
  | StallPart
  | { readonly type: "tear" }
  | { readonly type: "end-early" }
  | { readonly type: "malformed-event" }
  | { readonly type: "error-event"; readonly failure: Failure };

/** The request is refused with a status and a body as the vendor writes it. */
export interface Failure extends FailureOptions {
  readonly type: "failure";
  readonly kind: FailureKind;
}

export type FailureKind =
  | "unauthorized"
  | "forbidden"
  | "rate-limited"
  | "server-error"
  | "overloaded"
  | "context-too-long"
  | "invalid-request";

export interface FailureOptions {
  /** Instead of the vendor's usual words. */
  readonly message?: string | undefined;
  /** How long the vendor asks the client to wait. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Text; several arguments are several chunks of the same text. */
export function text(...chunks: readonly string[]): TextPart {
  return { type: "text", chunks };
}

/** What the model thinks before it speaks. */
export function thought(...chunks: readonly string[]): ThoughtPart {
  return { type: "thought", chunks };
}

/**
 * A call of a tool, by its name or as the request offered it. Several in one answer are parallel calls. Arguments given
 * as a list of strings are streamed as they are, so that they need not be valid JSON.
 */
export function toolCall(
  tool: string | OfferedTool,
  toolArguments: Readonly<Record<string, unknown>> | readonly string[] = {},
  options: { readonly id?: string } = {},
): ToolCallPart {
  const { name, namespace } = typeof tool === "string" ? { name: tool, namespace: undefined } : tool;
  const fragments = isFragments(toolArguments) ? toolArguments : inFragments(JSON.stringify(toolArguments));
  return { type: "tool-call", name, namespace, id: options.id, fragments };
}

/** The usage that the answer reports. Without it, the server makes a plausible guess. */
export function usage(tokens: Usage): UsagePart {
  return { type: "usage", usage: tokens };
}

/** Why the model stopped. Without it, the content decides: tool calls, or the end of the turn. */
export function stop(reason: StopPart["reason"]): StopPart {
  return { type: "stop", reason };
}

/** Waits, so that a person can watch. A test uses a gate. */
export function delay(milliseconds: number): DelayPart {
  return { type: "delay", milliseconds };
}

/** The connection breaks: the socket is destroyed. */
export function tear(): FaultPart {
  return { type: "tear" };
}

/** The stream ends in good order, but without the events that close an answer. */
export function endEarly(): FaultPart {
  return { type: "end-early" };
}

/** Nothing more is sent, and nothing is closed. As the first part, not even a status is sent. */
export function stall(): StallPart {
  return { type: "stall" };
}

/** An event whose data is not JSON. The stream goes on after it. */
export function malformedEvent(): FaultPart {
  return { type: "malformed-event" };
}

/** The vendor reports a failure inside a stream that began well, and ends it. */
export function errorEvent(kind: FailureKind, options: FailureOptions = {}): FaultPart {
  return { type: "error-event", failure: failure(kind, options) };
}

export function failure(kind: FailureKind, options: FailureOptions = {}): Failure {
  return { type: "failure", kind, ...options };
}

/** Hands out answers one after the other: for a script that answers some requests in order and others on their merits. */
export function inOrder(answers: readonly Answer[]): () => Answer | undefined {
  let next = 0;
  return () => answers[next++];
}

function isFragments(value: Readonly<Record<string, unknown>> | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

// Three pieces: enough to have a first, a last and one that begins and ends in the middle of something.
function inFragments(json: string): readonly string[] {
  const size = Math.ceil(json.length / 3);
  return [json.slice(0, size), json.slice(size, 2 * size), json.slice(2 * size)].filter((piece) => piece !== "");
}
