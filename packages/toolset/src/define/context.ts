/**
 * What a tool, a resource or a prompt gets besides its arguments.
 */

import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  CreateMessageResultWithTools,
  ElicitRequestFormParams,
  LoggingLevel,
  Root,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@tenon/basis";

import type { Infer } from "./schema.ts";

/** For every request. `State` is what the toolset's `start` returned. */
export interface RequestContext<State = unknown> {
  readonly state: State;
  /** Aborts when the client cancels, the connection ends, time is up or the toolset stops. Pass it on to whatever waits. */
  readonly signal: AbortSignal;
  readonly request: RequestInfo;
  /** Writes to the log of the client and of the process. Secrets are masked. */
  log(level: LoggingLevel, message: unknown): void;
  /** The resource has changed: its cached content is dropped, and clients that subscribed to it are notified. */
  resourceUpdated(uri: string): void;
  /** Resources have come or gone: clients list them again. */
  resourcesChanged(): void;
}

/** For a tool. */
export interface ToolContext<State = unknown> extends InteractiveContext<State> {
  /** How far the call is; the number must grow. Sent as fast as the client reads; what it has no time for is skipped. */
  progress(done: number, options?: { readonly total?: number; readonly message?: string }): void;
}

/** For a tool or a prompt, which may ask the client for something. */
export interface InteractiveContext<State = unknown> extends RequestContext<State> {
  /**
   * Asks the user, and waits for the answer: the function goes on where it stopped, in either revision of MCP. Throws a
   * `ToolError` of kind `unsupported` if the client cannot ask; `canElicit` says so before.
   */
  elicit<S extends ElicitationSchema>(question: Elicitation<S>): Promise<ElicitationAnswer<Infer<S>>>;
  readonly canElicit: boolean;
  /** Asks the user to open a page, such as a sign-in. Resolves with what the user answered, not with what the page did. */
  elicitUrl(question: { readonly message: string; readonly url: string }): Promise<"accept" | "decline" | "cancel">;
  /** Asks the client's model. Few clients can, and 2026-07-28 advises against it. */
  sample(request: CreateMessageRequestParams): Promise<CreateMessageResult | CreateMessageResultWithTools>;
  /** The folders that the client works in; none if it does not say. */
  roots(): Promise<readonly Root[]>;
}

export interface RequestInfo {
  readonly id: string | number;
  /** The revision of MCP that the client speaks. */
  readonly revision: string;
  readonly client: { readonly name: string; readonly version: string };
  /** The HTTP session of a client that speaks a 2025 revision. */
  readonly sessionId: string | undefined;
  /** `_meta` of the request, such as trace context. */
  readonly meta: JsonObject;
  /** Over HTTP only. */
  readonly headers: Headers | undefined;
}

/** A flat object of strings, numbers, booleans and choices: what a form can show. */
export type ElicitationSchema = StandardSchemaWithJSON | ElicitRequestFormParams["requestedSchema"];

export interface Elicitation<S extends ElicitationSchema> {
  readonly message: string;
  readonly schema: S;
  /** A name for the question, by which a client of 2026-07-28 may know the answer from an earlier call. */
  readonly key?: string;
}

export type ElicitationAnswer<T> =
  | { readonly action: "accept"; readonly content: T }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };
