/** An HTTP server that notes what it is sent, and answers as a test says. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { closeHttpServer } from "@tenon/basis/node";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Without a reply the request is never answered. */
export type Answer = (request: Received) => Reply | undefined;

export interface HttpDouble extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** Asked first, until it answers with nothing. */
  answer: Answer;
}

export async function startHttpDouble(answer: Answer): Promise<HttpDouble> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const sent = await text(request);
      const noted = {
        method: request.method ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: sent === "" ? undefined : (JSON.parse(sent) as unknown),
      };
      received.push(noted);
      const reply = double.answer(noted);
      if (!reply) return;
      response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const double: HttpDouble = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await closeHttpServer(server);
    },
  };
  return double;
}
