/**
 * How we fetch from one remote server.
 *
 * - The owner's headers go with every request to the server's own origin, and to no other [P44].
 * - A response stream that ends without its answer fails the call at once; the SDK would wait for its time-out [P40].
 * - The stream for notifications is a courtesy: a server that answers it in any odd way simply has none [P37].
 * - No redirect is followed here: the SDK follows those within an origin, by another request that comes by here.
 * - A silent call or stream is not cut off after five minutes [P41]; proxies of the environment are used [P45].
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";

import { failFast, isEventStream } from "./fail-fast.ts";

export interface RemoteFetch {
  readonly fetch: FetchLike;
  close(): Promise<void>;
}

export function createRemoteFetch(options: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a GET for events is only for notifications, as in Streamable HTTP, or the connection itself, as in SSE. */
  readonly isStreamable: boolean;
  readonly connect?: Readonly<Record<string, unknown>> | undefined;
  /** Goes around each request: adds what a sign-in gave, and says what a refusal means. */
  readonly guard?: ((fetch: FetchLike) => FetchLike) | undefined;
}): RemoteFetch {
  const { url, headers, isStreamable } = options;
  const dispatcher = new EnvHttpProxyAgent({
    bodyTimeout: 0,
    headersTimeout: 0,
    allowH2: false,
    ...(options.connect && { connect: options.connect }),
  });

  const fetchPlain: FetchLike = async (input, init = {}) => {
    const target = new URL(input);
    const sent = new Headers(init.headers);
    if (target.origin === url.origin) for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return await undiciFetch(target, { ...init, redirect: "manual", headers: sent, dispatcher });
  };

  // Innermost: outside, a refusal of the stream for notifications would look like a server that has none.
  const fetchOnce = options.guard?.(fetchPlain) ?? fetchPlain;

  return {
    async fetch(input, init) {
      const response = await fetchOnce(input, init);
      if (!isStreamable) return response;
      const isGet = (init?.method ?? "GET") === "GET";
      if (isGet && asksForEvents(init)) return isResumption(init) ? response : onlyEvents(response);
      return failFast(response, init?.body);
    },
    // Not `close`, which would wait for streams that never end.
    close: () => dispatcher.destroy(),
  };
}

function asksForEvents(init: RequestInit | undefined): boolean {
  return new Headers(init?.headers).get("accept")?.includes("text/event-stream") ?? false;
}

function isResumption(init: RequestInit | undefined): boolean {
  return new Headers(init?.headers).has("last-event-id");
}

function onlyEvents(response: Response): Response {
  if (response.ok && isEventStream(response)) return response;
  void response.body?.cancel().catch(() => {}); // its body is not needed
  return new Response(null, { status: 405, statusText: "This server has no stream for notifications" });
}
