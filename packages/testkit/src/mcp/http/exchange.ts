/**
 * One HTTP request as it came, whole, and the response that waits to be written.
 */

import type { IncomingMessage, ServerResponse } from "node:http";

import { failure, type RequestId, type RpcError } from "../core/json-rpc.ts";

export interface Exchange {
  readonly httpMethod: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. A header that came twice has both values, also where Node.js would drop one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly response: ServerResponse;
  /** The content type to answer under, where a fault has chosen one. */
  readonly contentType?: string;
}

export async function readExchange(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const chunks: Buffer[] = await request.toArray();
  return {
    httpMethod: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: collectHeaders(request.rawHeaders),
    body: Buffer.concat(chunks).toString(),
    response,
  };
}

export function answerJson(
  exchange: Exchange,
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  const { contentType = "application/json", response } = exchange;
  response.writeHead(options.status ?? 200, { "content-type": contentType, ...options.headers });
  response.end(JSON.stringify(body));
}

/** Refuses with a status, and says why in JSON-RPC. */
export function refuseWith(exchange: Exchange, status: number, error: RpcError, id?: RequestId): void {
  answerJson(exchange, failure(id, error), { status });
}

/** Answers with a status and nothing else. */
export function answerStatus(exchange: Exchange, status: number): void {
  exchange.response.writeHead(status).end();
}

function collectHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const value = raw[index + 1]!;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
