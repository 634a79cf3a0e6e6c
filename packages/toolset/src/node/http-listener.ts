/**
 * The listener behind `serveHttp`. Loaded only for it: a server on standard streams needs none of node:http.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { closeHttpServer, readBody, sendResponse, sendText, webRequest } from "@tenon/basis/node";

import type { Toolset } from "../define/toolset.ts";
import { openToolset } from "../open-toolset.ts";
import { createGuard, isLoopback, readToken } from "./http-access.ts";
import type { HttpToolset, ServeHttpOptions } from "./serve-http.ts";
import { stderrLog } from "./stderr-log.ts";

const MAX_BODY_BYTES = 16 * 1024 * 1024;

export async function listenHttp(toolset: Toolset, options: ServeHttpOptions): Promise<HttpToolset> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", tokenFile, env = process.env, log = stderrLog } = options;
  if (tokenFile === undefined && !isLoopback(host)) {
    throw new Error(
      `Other machines can reach ${host}: set tokenFile, so that only clients with its token are answered`,
    );
  }
  const guard = createGuard(options, tokenFile === undefined ? undefined : await readToken(tokenFile));
  const opened = openToolset(toolset, { ...options, env, log });
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  // The stream of an idle session is silent for as long as it likes.
  server.requestTimeout = 0;
  server.listen({ host, port });
  await once(server, "listening");
  // A connection that cannot be accepted is no reason to end the others.
  server.on("error", () => {});
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= end());
  return { url: addressOf(server.address(), host, path), close, [Symbol.asyncDispose]: close };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = guard(incoming.headers);
    if (refusal?.status === 401) response.setHeader("www-authenticate", "Bearer");
    if (refusal) return sendText(response, refusal.status, refusal.reason);
    if (new URL(incoming.url ?? "/", "http://host").pathname !== path) return sendText(response, 404, "Not found");
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (body === undefined) return sendText(response, 413, `The body must be at most ${MAX_BODY_BYTES} bytes`);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await sendResponse(await opened.handle(webRequest(incoming, body, gone.signal)), response);
  }

  async function end(): Promise<void> {
    await opened.close();
    await closeHttpServer(server);
  }
}

function addressOf(
  address: ReturnType<ReturnType<typeof createServer>["address"]>,
  host: string,
  path: string,
): string {
  if (address === null || typeof address === "string") throw new Error("The HTTP listener has no port");
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}${path}`;
}
