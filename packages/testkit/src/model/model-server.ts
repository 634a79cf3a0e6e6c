/**
 * A model server on loopback that answers by a script and records what it was asked.
 *
 * It never leaves a request without an answer, unless the script says so. It knows no vendor: which requests there are
 * and how answers look is for the APIs to say.
 */

import { once } from "node:events";
import { createServer } from "node:http";

import { createAnswerer } from "./answer-requests.ts";
import { baseUrlsAt, environmentAt } from "./model-apis.ts";
import type { ApiName, OtherRequest, RecordedRequest } from "./model-request.ts";
import { createRequestLog } from "./request-log.ts";
import type { Script } from "./script.ts";

export interface ModelServerOptions {
  readonly script: Script;
  /** Cuts every event of a stream into pieces of so many bytes, to test parsers. */
  readonly bytesPerWrite?: number;
  /** Defaults to true. Each request has the whole conversation before it, which is too much for a run of an hour. */
  readonly keepsRequests?: boolean;
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
  const log = createRequestLog({ isKept: options.keepsRequests });
  const answerer = createAnswerer({ ...options, log });
  const server = createServer((incoming, response) => void answerer.answer(incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= endAll());

  return {
    url,
    baseUrls: baseUrlsAt(url),
    environment: environmentAt(url),
    requests: log.requests,
    otherRequests: answerer.otherRequests,
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

  async function endAll(): Promise<void> {
    answerer.close();
    log.close();
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
