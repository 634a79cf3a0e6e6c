/**
 * A request for an answer, in the same shape whichever API it came over. What the client sent is kept as it was sent.
 */

import type { IncomingHttpHeaders } from "node:http";

export type ApiName = "openai-chat" | "openai-responses" | "anthropic" | "gemini";

/** What an API's file reads out of a request's path and body. */
export interface RequestContent {
  readonly model: string;
  /** The conversation as sent, system messages included where the API has them among the others. */
  readonly messages: readonly unknown[];
  /** The system prompt as sent, where the API has a place of its own for it. */
  readonly system: unknown;
  readonly tools: readonly OfferedTool[];
  readonly isStreaming: boolean;
}

export interface OfferedTool {
  readonly name: string;
  /** Some clients of the Responses API group tools; a call then has to name the group as well. */
  readonly namespace?: string | undefined;
  readonly description: string | undefined;
  /** The JSON schema of its arguments, as sent. */
  readonly schema: unknown;
}

export interface ModelRequest extends RequestContent {
  /** Counts from 1, over all APIs. */
  readonly number: number;
  /** Part of every id in the answer. Two servers never share one: a session may outlive the first. */
  readonly id: string;
  readonly api: ApiName;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly rawBody: string;
}

export interface RecordedRequest extends ModelRequest {
  /** Settles when the exchange is over: true if the client left before it had the whole answer. */
  readonly aborted: Promise<boolean>;
}

/** A request that asked for no answer: a token count, a list of models, or something unknown. */
export interface OtherRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  readonly status: number;
}
