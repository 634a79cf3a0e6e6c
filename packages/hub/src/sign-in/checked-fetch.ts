/**
 * The fetch of everything that signing in asks of others: metadata, registration, tokens.
 *
 * The addresses are chosen by the server, so each is put to the gate, which gives the name lookup of its socket. No
 * redirect is followed here: the SDK follows those within an origin, by another request that comes by here.
 */

import type { FetchLike } from "@modelcontextprotocol/client";
import { readBounded } from "@tenon/basis/node";
import { createRedactor } from "@tenon/policy";
import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";

import type { AddressGate } from "../admission.ts";

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

// Longer than any authorization server should take.
export const CONVERSATION_MS = 30_000;

/** For one conversation with an authorization server: all its requests together take no longer. */
export function withTimeLimit(
  fetch: FetchLike,
  {
    signal,
    limitMs = CONVERSATION_MS,
  }: { readonly signal?: AbortSignal | undefined; readonly limitMs?: number | undefined } = {},
): FetchLike {
  const deadline = AbortSignal.timeout(limitMs);
  const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
  return (url, init) => fetch(url, { ...init, signal: either });
}

const NO_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

async function readBody({ body }: Response, url: URL): Promise<Buffer<ArrayBuffer>> {
  const bytes = body ? await readBounded(body, MAX_BODY_BYTES) : Buffer.alloc(0);
  if (bytes) return bytes;
  const cause = new Error(`${url.origin} answered with more than ${MAX_BODY_BYTES} bytes`);
  throw new TypeError("fetch failed", { cause });
}

// Everything else that is sent is an address, a name, or a word of OAuth.
const SECRET_PARAMETERS: readonly string[] = [
  "assertion",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "refresh_token",
  "subject_token",
];

/** A refusal without what was sent: some servers repeat the request in it, and it is shown to people. */
function withoutSecrets(answer: string, request: RequestInit | undefined): string {
  const secrets = secretsOf(request);
  return secrets.length === 0 ? answer : createRedactor({ secrets }).redact(answer);
}

function secretsOf(request: RequestInit | undefined): readonly string[] {
  const { body } = request ?? {};
  const isForm = typeof body === "string" || body instanceof URLSearchParams;
  const parameters = isForm ? new URLSearchParams(body) : new URLSearchParams();
  const sent = SECRET_PARAMETERS.flatMap((name) => parameters.getAll(name));
  const credentials = new Headers(request?.headers).get("authorization")?.replace(/^\w+\s+/, "");
  return [...sent, credentials ?? ""].flatMap((secret) => (secret === "" ? [] : [secret, encodeURIComponent(secret)]));
}
