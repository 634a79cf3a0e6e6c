/**
 * One HTTP listener on a loopback address for all sessions of this process. A token in the `Authorization` header says
 * which endpoint a request is for.
 *
 * Agents are no browsers: a request with an `Origin` is refused, and so is one for another host, which a page could have
 * had resolved to this machine. No CORS header is ever sent.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { DoorKeys } from "./door-keys.ts";
import { ignoreFailedAccepts } from "./shim-door.ts";

export interface HttpDoor {
  readonly url: string;
  /** Ends the listener and every connection. */
  close(): Promise<void>;
}

// As much as one message may have that comes through a shim; images come in arguments too.
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export async function openHttpDoor(keys: Pick<DoorKeys, "find">): Promise<HttpDoor> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  // The stream of an idle session is silent for as long as it likes; what a request takes, the endpoint limits.
  server.requestTimeout = 0;
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  ignoreFailedAccepts(server);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The HTTP listener has no port");
  const { port } = address;
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => closeServer(server) };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = "", origin, authorization = "" } = incoming.headers;
    if (!hosts.has(host) || origin !== undefined) return refuse(response, 403, "Forbidden");
    if (new URL(incoming.url ?? "/", "http://host").pathname !== "/mcp") return refuse(response, 404, "Not found");
    const endpoint = keys.find(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "");
    if (!endpoint) return refuse(response, 401, "Unauthorized");
    const body = await readBody(incoming);
    if (body === undefined) return refuse(response, 413, `The body must be at most ${MAX_BODY_BYTES} bytes`);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await send(await endpoint.handle(requestOf(incoming, body, gone.signal)), response);
  }
}

function requestOf(incoming: IncomingMessage, body: Uint8Array, signal: AbortSignal): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === "authorization" ? [] : [[name, String(value)] satisfies [string, string]],
  );
  const init = { method, headers: given, signal };
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(`http://${headers.host}${url}`, hasBody ? { ...init, body } : init);
}

/** Undefined if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  // An event stream that has nothing to say yet must still be seen to be open.
  response.flushHeaders();
  if (!answer.body) return void response.end();
  await pipeline(Readable.fromWeb(answer.body), response);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${text}\n`);
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
