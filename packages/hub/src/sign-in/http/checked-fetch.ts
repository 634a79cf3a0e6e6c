/**
 * The fetch of everything that signing in asks of others: metadata, registration, tokens.
 *
 * The addresses are chosen by the server, so each is put to the gate, which gives the name lookup of its socket. No
 * redirect is followed here: the SDK follows those within an origin, by another request that comes by here.
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";

import type { AddressGate } from "../../admission.ts";
import { withoutSecrets } from "./without-secrets.ts";

// Metadata and tokens are a few kilobytes; a server that sends without end must not fill our memory.
const MAX_BODY_BYTES = 1024 * 1024;

/** Rejects with a `TypeError`, as `fetch` does. The caller's signal ends slow answers too: a response comes whole. */
export function checkedFetch(gate: AddressGate): FetchLike {
  return async (input, init) => {
    const url = new URL(input);
    const lookup = await gate(url);
    const dispatcher = new EnvHttpProxyAgent({ allowH2: false, connect: { lookup } });
    try {
      const response = await undiciFetch(url, { ...init, redirect: "manual", dispatcher });
      const { status, statusText, headers } = response;
      const body = await readBody(response, url);
      const shown = response.ok ? body : withoutSecrets(body.toString("utf8"), init);
      return new Response(NO_BODY.has(status) ? null : shown, { status, statusText, headers });
    } finally {
      // Not `close`, which would wait for what is left of a body.
      await dispatcher.destroy();
    }
  };
}

const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

async function readBody(response: Response, url: URL): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      const cause = new Error(`${url.origin} answered with more than ${MAX_BODY_BYTES} bytes`);
      throw new TypeError("fetch failed", { cause });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
