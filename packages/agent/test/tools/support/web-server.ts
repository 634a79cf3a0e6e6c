/**
 * A web server on this machine, for one test.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface WebServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  /** The addresses that were asked for, in order. */
  readonly asked: readonly string[];
  /** When this address is asked for. */
  untilAsked(url: string): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startWebServer(answers: Readonly<Record<string, Answer>>): Promise<WebServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    server.emit("asked");
    const answer = answers[url] ?? answers["*"];
    if (answer) answer(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("There is no such page.");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    async untilAsked(url) {
      while (!asked.includes(url)) await once(server, "asked");
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export function page(type: string, body: string | Buffer, status = 200): Answer {
  return (_request, response) => void response.writeHead(status, { "content-type": type }).end(body);
}

export function redirect(location: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location }).end();
}
