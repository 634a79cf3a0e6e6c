/**
 * The seam between the server, which knows no vendor, and the files that each know one.
 *
 * An API reads requests and writes answers. It sends nothing, waits for nothing and keeps nothing between requests.
 */

import type { IncomingHttpHeaders } from "node:http";

import type { ApiName, ModelRequest, RequestContent } from "./model-request.ts";
import type { Reply } from "./reply.ts";
import type { ContentPart, Failure } from "./script.ts";

export interface ModelApi {
  readonly name: ApiName;
  /** Where the vendor's clients expect the API to begin. */
  readonly basePath: string;
  /** The environment variables by which the vendor's clients are pointed at a base URL, with a key that opens nothing. */
  environment(baseUrl: string): Readonly<Record<string, string>>;
  /** What a request wants, or undefined when it is not for this API. */
  route(request: HttpRequest): Route | undefined;
  /** How the answer is streamed. */
  stream(exchange: Exchange): StreamEncoder;
  /** The answer in one piece. */
  body(exchange: Exchange): unknown;
  failure(failure: Failure, request: ModelRequest): HttpFailure;
  /** The headers of every answer to a request. */
  headers(request: ModelRequest): Readonly<Record<string, string>>;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when there is none, or when it is not JSON. */
  readonly body: unknown;
}

export type Route =
  | { readonly type: "answer"; readonly content: RequestContent }
  /** Answered at once, without the script. */
  | { readonly type: "other"; readonly body: unknown };

export interface Exchange {
  readonly request: ModelRequest;
  readonly reply: Reply;
}

/** Each returns what goes over the wire, event by event. */
export interface StreamEncoder {
  /** Called once, before anything else. */
  start(): readonly string[];
  content(part: ContentPart): readonly string[];
  /** What closes a complete answer. */
  finish(): readonly string[];
  malformed(): readonly string[];
  /** What ends an answer that failed on the way. */
  error(failure: Failure): readonly string[];
}

export interface HttpFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
