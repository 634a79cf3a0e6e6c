/**
 * Handlers of `Request` and `Response` behind a listener of node:http.
 */

import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Without its credentials: they were checked, and the handler need not see them. */
export function webRequest(incoming: IncomingMessage, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === "authorization" ? [] : [[name, String(value)] satisfies [string, string]],
  );
  const init = { method, headers: given, signal };
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(`http://${headers.host}${url}`, hasBody ? { ...init, body } : init);
}

/** Undefined if it is too large. */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return undefined;
  return await readBounded(incoming, maxBytes);
}

/** All bytes of a stream; undefined if there are more, and then the stream is ended. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  // An event stream that has nothing to say yet must still be seen to be open.
  response.flushHeaders();
  const body = bodyOf(answer);
  if (!body) return void response.end();
  await pipeline(Readable.fromWeb(body), response);
}

/** Where a browser's types are in force too, those of the two streams differ. */
function bodyOf(answer: Response): Parameters<typeof Readable.fromWeb>[0] | null;
function bodyOf({ body }: Response): unknown {
  return body;
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${text}\n`);
}

/** Ends the listener and every connection. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
