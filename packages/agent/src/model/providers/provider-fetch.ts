/**
 * `fetch` for the libraries of providers, on `node:http`: a streamed answer takes a third of the processor time that Node's own
 * fetch takes for it. Proxies and certificates are those of Node's global agents, as with fetch.
 *
 * Fails as fetch does: with the signal's reason, or a `TypeError` that has the cause. What is rare for a model (a redirect, a
 * body that is not a string) goes to Node's own fetch.
 */

import type { IncomingMessage, request as sendRequest, RequestOptions } from "node:http";
import { pipeline, type Readable } from "node:stream";

import { PlainHeaders } from "./plain-headers.ts";
import { PlainResponse } from "./plain-response.ts";

// As Node's own fetch: how long a server may be silent.
const SILENCE_MS = 300_000;

export const providerFetch: typeof globalThis.fetch = async (input, init = {}) => {
  const { method = "GET", body = "", signal, headers } = init;
  const isUsual = (typeof input === "string" || input instanceof URL) && typeof body === "string";
  if (!isUsual) return await fetch(input, init);
  signal?.throwIfAborted();
  const url = new URL(input);
  const options = { method, headers: { accept: "*/*", ...Object.fromEntries(new PlainHeaders(headers)) } };
  try {
    const incoming = await exchange({ url, options, body, signal: signal ?? undefined });
    const { statusCode = 0, headers: received } = incoming;
    if (statusCode >= 300 && statusCode < 400 && received.location !== undefined) {
      incoming.destroy();
      return await fetch(input, init);
    }
    return await toResponse(incoming, url, signal ?? undefined);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof TypeError ? error : new TypeError("fetch failed", { cause: error });
  }
};

/**
 * Loads what a request to this address needs: TLS, which takes 10 ms, only where it is spoken. Importing node:http as a module
 * would load Node's fetch too, because it is one of its exports.
 */
export function loadTransport(address: string | undefined): typeof sendRequest {
  return address?.startsWith("http:")
    ? process.getBuiltinModule("node:http").request
    : process.getBuiltinModule("node:https").request;
}

interface Exchange {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

/** Again if a connection that was kept open had been closed by the server meanwhile. */
async function exchange(sent: Exchange): Promise<IncomingMessage> {
  const send = loadTransport(sent.url.href);
  for (;;) {
    const incoming = await attempt(send, sent);
    if (incoming) return incoming;
  }
}

/** Undefined if the connection was closed before the server took the request. */
function attempt(
  send: typeof sendRequest,
  { url, options, body, signal }: Exchange,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, ...(signal && { signal }) }, resolve);
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === "ECONNRESET" && !signal?.aborted) resolve(undefined);
      else reject(error);
    });
    request.setTimeout(SILENCE_MS, () => request.destroy(silence()));
    request.end(body);
  });
}

async function toResponse(
  incoming: IncomingMessage,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<PlainResponse> {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new PlainHeaders();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const body = hasBody ? toWeb(await decoded(incoming), signal) : null;
  return new PlainResponse(body, { url: url.href, status, statusText, headers });
}

/** We ask for no encoding, but some proxies encode all the same. */
async function decoded(incoming: IncomingMessage): Promise<Readable> {
  const encoding = incoming.headers["content-encoding"] ?? "identity";
  if (!/^(br|gzip|deflate)$/.test(encoding)) return incoming;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  // What ends or fails the one ends or fails the other.
  return pipeline(incoming, encoding === "br" ? createBrotliDecompress() : createUnzip(), () => {});
}

function toWeb(readable: Readable, signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      readable.on("data", (bytes: Uint8Array<ArrayBuffer>) => {
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) readable.pause();
      });
      readable.once("end", () => controller.close());
      readable.once("error", (error) =>
        controller.error(signal?.aborted ? signal.reason : new TypeError("terminated", { cause: error })),
      );
    },
    pull: () => void readable.resume(),
    cancel() {
      readable.removeAllListeners("data").removeAllListeners("end");
      readable.destroy();
    },
  });
}

function silence(): Error {
  return Object.assign(new Error("The server sent nothing for five minutes"), { code: "ETIMEDOUT" });
}
