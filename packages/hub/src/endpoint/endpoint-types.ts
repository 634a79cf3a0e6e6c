/**
 * The hub as one MCP server, for agents that are not ours. Types only.
 */

import type { Duplex } from "node:stream";

import type { Clock, JsonObject } from "@tenon/basis";

import type { FunctionTool } from "../server-spec.ts";
import type { HubResult } from "../call/call-tool.ts";
import type { CallProgress, Hub } from "../hub-types.ts";
import type { HeldQuestions } from "./calls/held-questions.ts";

export interface EndpointOptions {
  /** May still be opening: the endpoint answers `initialize` and `tools/list` at once all the same. Without one it has `functions` only. */
  readonly hub?: Hub | Promise<Hub>;
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** What the agent on the other side can take; by default what every agent does. */
  readonly taker?: Partial<Taker>;
  /**
   * `prefixed` by default: `server__tool`. `plain` is for an endpoint with one server: a tool has its own name where that
   * fits and no other has it.
   */
  readonly names?: "prefixed" | "plain";
  /**
   * Whether tools are found by search: `find_tools`, `describe_tool` and `call_tool` are listed, and of the others those that
   * fit the hub's budget, shortened. True by default; false is for a caller with a search of its own, such as another hub.
   */
  readonly searchTools?: boolean;
  /**
   * What servers ask a person in the middle of a call, as answers to the caller. The hub must have its `callbacks`; without
   * it the hub's own callbacks ask.
   */
  readonly questions?: HeldQuestions;
  /** Tools beside those of the hub, such as the client's files and terminals. */
  readonly functions?: readonly FunctionTool[];
  /**
   * Decides about a call before it is made; a refusal is a result for the model. Other methods are calls too, with the method
   * as the tool, and as `called` unless a tool stands for it.
   */
  readonly permit?: (call: EndpointCall) => Promise<EndpointPermit>;
  /** Must be quick; what it throws is ignored. */
  readonly onEvent?: (event: EndpointEvent) => void;
  /** Where images and other files of results are kept that the agent drops; by default a temporary folder, deleted by `close()`. */
  readonly resultsFolder?: string;
  /**
   * How long the first `tools/list` may wait for servers that are still starting. By default 2 s for an agent that never
   * lists again, and 0 for one that follows changes.
   */
  readonly listWaitMs?: number;
  /** How many HTTP sessions of the 2025 revisions may be open; the least recently used one is closed for a new one. */
  readonly maxSessions?: number;
  readonly clock?: Clock;
}

/** The limits of an agent: how it names, cuts and abandons. The defaults are for an agent of which nothing is known. */
export interface Taker {
  /** How long a name may be that the endpoint gives a tool, after the agent's own prefix; 52 by default. */
  readonly nameLength: number;
  /** How many characters of a result reach the agent's model; 25,000 by default. */
  readonly resultCharacters: number;
  /** After how long without an answer the agent gives a call up; undefined, the default, if it waits. */
  readonly callMs?: number;
  /** Whether a progress notification starts that time again. */
  readonly isKeptByProgress: boolean;
  /** What the agent drops from results: it is given as text or as a file instead. */
  readonly drops: readonly DroppedContent[];
  /** Whether it reads the list again after `notifications/tools/list_changed`. */
  readonly followsChanges: boolean;
  /** Added to each tool's `_meta`, for agents that look there. */
  readonly toolMeta?: Readonly<Record<string, unknown>>;
}

/** `resource` is an embedded one with text, `blob` one with binary data. */
export type DroppedContent = "structuredContent" | "image" | "audio" | "resource" | "blob" | "resource_link";

/** A tool as the endpoint names it, and whose it is. */
export interface EndpointTool {
  readonly name: string;
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
  readonly title: string;
}

export interface EndpointCall {
  /** Unique in the session. */
  readonly id: string;
  /** The name in the endpoint's list that was called, such as `call_tool`. */
  readonly called: string;
  /** The tool that is meant, also when it is called through `call_tool`. */
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** What is put to the permit besides tools. */
export type PermittedMethod =
  | "resources/read"
  | "resources/subscribe"
  | "resources/directory/read"
  | "prompts/get"
  | "completion/complete"
  | "skills/list"
  | "skills/get";

export type EndpointPermit = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export type EndpointEvent =
  | {
      readonly type: "connected";
      readonly client: { readonly name: string; readonly version: string };
      readonly revision: string;
    }
  | { readonly type: "listed"; readonly tools: readonly string[] }
  | { readonly type: "started"; readonly call: EndpointCall }
  | { readonly type: "progress"; readonly call: EndpointCall; readonly progress: CallProgress }
  | { readonly type: "ended"; readonly call: EndpointCall; readonly result?: HubResult; readonly error?: string };

/** One request of 2026-07-28, which names its revision and the caller's capabilities in `_meta`. */
export interface EndpointRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: JsonObject;
}

export type EndpointAnswer =
  | { readonly result: Record<string, unknown> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

export interface EndpointNotification {
  readonly method: string;
  readonly params?: JsonObject;
}

export interface AnswerOptions {
  /** Cancels the request, up to the server. */
  readonly signal?: AbortSignal;
  /** Gets what belongs to this request, in order: progress, and of `subscriptions/listen` what changes. */
  readonly onNotification?: (notification: EndpointNotification) => void;
}

export interface Endpoint extends AsyncDisposable {
  /** Serves one connection of newline-delimited JSON, such as a shim's, until it ends. */
  serveStream(stream: Duplex): Promise<void>;
  /** Answers one HTTP request to the endpoint's address; who may call it was checked before. */
  handle(request: Request): Promise<Response>;
  /**
   * Answers one request that another protocol carries, such as ACP. Rejects if it is aborted, or the endpoint is closed
   * before there is an answer.
   */
  answer(request: EndpointRequest, options?: AnswerOptions): Promise<EndpointAnswer>;
  /** The tool of this name, listed or not; the agent's own prefix must be gone. */
  find(name: string): EndpointTool | undefined;
  /** Cancels the calls that run, up to their servers; the agent gets an error for each. */
  cancelCalls(reason: Error): void;
  /** Ends all connections and calls; the hub stays open. */
  close(): Promise<void>;
}
