/**
 * Waits on this machine for a browser to come back from a sign-in.
 *
 * It accepts one answer, the one with the right state, and closes; any other request is refused. It does not keep
 * the process running.
 */

import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";

import type { RedirectListener } from "../context.ts";

export interface LoopbackListenerOptions {
  readonly state: string;
  /** Where it was the last time, because the authorization server knows us by that; any other if it is taken. */
  readonly port?: number | undefined;
}

const HOST = "127.0.0.1";
const PATH = "/callback";

export async function listenForRedirect({ state, port = 0 }: LoopbackListenerOptions): Promise<RedirectListener> {
  const answer = Promise.withResolvers<URLSearchParams>();
  let isHeard = false;
  const server = createServer((request, response) => {
    // Any process on this machine can connect, with any request.
    const url = URL.parse(request.url ?? "", `http://${HOST}`);
    if (request.method !== "GET" || url?.pathname !== PATH) return reply(response, 404, "There is nothing here.");
    const { searchParams } = url;
    if (!isAnswer(searchParams, state) || isHeard) return reply(response, 400, "This is not the expected sign-in.");
    isHeard = true;
    const isGood = searchParams.has("code");
    reply(response, 200, `${isGood ? "Signed in." : "The sign-in was refused."} You can close this window.`);
    response.once("close", () => answer.resolve(searchParams));
  });
  server.unref();
  const actual = await listen(server, port).catch((error: unknown) => {
    if (port === 0) throw error;
    return listen(server, 0);
  });

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
  return { redirectUrl: redirectUrlAt(actual), answer: answer.promise, close, [Symbol.asyncDispose]: close };
}

/** Whether this is the answer to a sign-in that began with this state. */
function isAnswer(parameters: URLSearchParams, state: string): boolean {
  return parameters.get("state") === state && (parameters.has("code") || parameters.has("error"));
}

/** The port of an address that a listener of ours once had. */
export function portOf(redirectUrl: string): number | undefined {
  if (!URL.canParse(redirectUrl)) return undefined;
  const port = Number(new URL(redirectUrl).port);
  return redirectUrl === redirectUrlAt(port) ? port : undefined;
}

function redirectUrlAt(port: number): string {
  return `http://${HOST}:${port}${PATH}`;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A server without an address");
  return address.port;
}

/** Nothing of the request is repeated on the page, and nothing of its address leaves it. */
function reply(response: ServerResponse, status: number, text: string): void {
  const page = `<!doctype html><meta charset="utf-8"><title>Tenon</title><p>${text}</p>\n`;
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(page);
}
