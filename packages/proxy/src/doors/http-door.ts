/**
 * One HTTP listener on a loopback address for all sessions of this process. A token in the `Authorization` header says
 * which endpoint a request is for.
 *
 * Agents are no browsers: a request with an `Origin` is refused, and so is one for another host, which a page could have
 * had resolved to this machine. No CORS header is ever sent.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { closeHttpServer, readBody, sendResponse, sendText, webRequest } from "@tenon/basis/node";

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
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => closeHttpServer(server) };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = "", origin, authorization = "" } = incoming.headers;
    if (!hosts.has(host) || origin !== undefined) return sendText(response, 403, "Forbidden");
    if (new URL(incoming.url ?? "/", "http://host").pathname !== "/mcp") return sendText(response, 404, "Not found");
    const endpoint = keys.find(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "");
    if (!endpoint) return sendText(response, 401, "Unauthorized");
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (body === undefined) return sendText(response, 413, `The body must be at most ${MAX_BODY_BYTES} bytes`);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await sendResponse(await endpoint.handle(webRequest(incoming, body, gone.signal)), response);
  }
}
