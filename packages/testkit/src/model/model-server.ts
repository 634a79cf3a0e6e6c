/**
 * A model server on loopback that answers by a script and records what it was asked.
 *
 * It never leaves a request without an answer, unless the script says so. It knows no vendor: which requests there are
 * and how answers look is for the APIs to say.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import type { HttpRequest, ModelApi, Route } from "./model-api.ts";
import { baseUrlsAt, environmentAt, modelApis } from "./model-apis.ts";
import type { ApiName, ModelRequest, OtherRequest, RecordedRequest } from "./model-request.ts";
import { playAnswer, playFailure, sendJson, type Stage } from "./play-answer.ts";
import { createRequestLog } from "./request-log.ts";
import { failure, inOrder, type Answer, type Script } from "./script.ts";

export interface ModelServerOptions {
  readonly script: Script;
  /** Cuts every event of a stream into pieces of so many bytes, to test parsers. */
  readonly bytesPerWrite?: number;
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** What a client of each API takes as its base URL. */
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  /** Points agents here, with keys that open nothing. */
  readonly environment: Readonly<Record<string, string>>;
  /** The requests for an answer, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Everything else that was asked: token counts, lists of models, unknown paths. */
  readonly otherRequests: readonly OtherRequest[];
  /** The next request for an answer. Each is handed out once, also if it came before the call. */
  nextRequest(options?: { readonly signal?: AbortSignal }): Promise<RecordedRequest>;
  /** Ends every connection at once. May be called twice. */
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { script, bytesPerWrite } = options;
  const findAnswer = typeof script === "function" ? script : inOrder(script);
  const log = createRequestLog();
  const otherRequests: OtherRequest[] = [];
  let closing: Promise<void> | undefined;

  const server = createServer((incoming, response) => {
    // A client that leaves in the middle of an answer is something a test does, not an error.
    response.on("error", () => {});
    handle(incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, { status: 500, json: errorJson(`The model server failed: ${String(error)}`) });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    baseUrls: baseUrlsAt(url),
    environment: environmentAt(url),
    requests: log.requests,
    otherRequests,
    nextRequest,
    close,
    [Symbol.asyncDispose]: close,
  };

  function nextRequest(waiting?: { readonly signal?: AbortSignal }): Promise<RecordedRequest> {
    const next = log.next(waiting);
    // A test that has stopped waiting when the server closes is not to fail for it.
    next.catch(() => {});
    return next;
  }

  function close(): Promise<void> {
    return (closing ??= endAll());
  }

  async function endAll(): Promise<void> {
    log.close();
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/", method = "GET", headers } = incoming;
    const rawBody = await text(incoming);
    const body = parseBody(rawBody);
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const found = findRoute({ method, path: pathname, query: searchParams, headers, body });
    if (found?.route.type === "answer") {
      const { api, route } = found;
      const content = { ...route.content, api: api.name, url, headers, body, rawBody };
      return answer(stageFor({ api, content, response }));
    }
    const status = found === undefined ? 404 : 200;
    otherRequests.push({ method, url, headers, rawBody, status });
    const nothing = errorJson(`Nothing here answers ${method} ${pathname}`);
    return sendJson(response, { status, json: found === undefined ? nothing : JSON.stringify(found.route.body) });
  }

  function stageFor(options: {
    readonly api: ModelApi;
    readonly content: Omit<ModelRequest, "number" | "id">;
    readonly response: ServerResponse;
  }): Stage {
    const { api, content, response } = options;
    const over = new AbortController();
    const aborted = Promise.withResolvers<boolean>();
    response.once("close", () => {
      aborted.resolve(!response.writableFinished && closing === undefined);
      over.abort();
    });
    const tear = () => {
      aborted.resolve(false);
      response.destroy();
    };
    const id = randomBytes(6).toString("hex");
    const request = { ...content, number: log.requests.length + 1, id, aborted: aborted.promise };
    log.add(request);
    return { api, request, response, over: over.signal, tear, bytesPerWrite };
  }

  async function answer(stage: Stage): Promise<void> {
    const { request } = stage;
    const refuse = (message?: string) => playFailure(failure("invalid-request", { message }), stage);
    if (request.body === undefined) return refuse();
    let found: Answer | undefined;
    try {
      found = await findAnswer(request);
    } catch (error) {
      return refuse(`The script failed on request ${request.number}: ${String(error)}`);
    }
    // A status that clients do not retry: a test that is wrong should fail at once.
    if (found === undefined) return refuse(`The script has no answer to request ${request.number} (${request.api})`);
    return playAnswer(found, stage);
  }
}

function findRoute(request: HttpRequest): { readonly api: ModelApi; readonly route: Route } | undefined {
  for (const api of modelApis) {
    const route = api.route(request);
    if (route !== undefined) return { api, route };
  }
  return undefined;
}

function parseBody(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined; // an API refuses it in its own words
  }
}

function errorJson(message: string): string {
  return JSON.stringify({ error: { message } });
}
