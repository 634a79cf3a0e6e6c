/**
 * HTTP by hand: messages as they are sent and responses as they come.
 */

import type { HttpServer } from "../../src/mcp/index.ts";

export type Message = Record<string, unknown>;

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The messages in it, whether it was JSON or a stream. */
  readonly messages: readonly Message[];
}

type Server = Pick<HttpServer, "url">;

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends one message, and waits for the end of the response. */
export async function post(server: Server, message: object, options: SendOptions = {}): Promise<RawResponse> {
  const response = await open(server, message, options);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, messages: messagesIn(response, text) };
}

/** Sends one message, and waits for the beginning of the response. */
export function open(server: Server, message: object, options: SendOptions = {}): Promise<Response> {
  const { headers = {}, signal } = options;
  return fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    redirect: "manual",
    ...(signal && { signal }),
  });
}

/** Opens a session of the older revision, and returns its header. */
export async function openSession(server: Server, capabilities: object = {}): Promise<Record<string, string>> {
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "raw", version: "1" } };
  const { headers } = await post(server, { id: "initialize", method: "initialize", params });
  const session = { "mcp-session-id": headers.get("mcp-session-id") ?? "none" };
  await post(server, { method: "notifications/initialized" }, { headers: session });
  return session;
}

/** A request of the newer revision, with its envelope, and its headers. */
export function modern(id: number | string, method: string, params: Message & { readonly _meta?: object } = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    ...params._meta,
  };
  const name = params["name"] ?? params["uri"];
  const headers: Record<string, string> = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
  return { message: { id, method, params: { ...params, _meta } }, headers };
}

export function postModern(server: Server, ...[id, method, params]: Parameters<typeof modern>): Promise<RawResponse> {
  const { message, headers } = modern(id, method, params);
  return post(server, message, { headers });
}

/** The events of a stream, one after another; `undefined` when it has ended or was cut. */
export function eventsOf(response: Response): { next(): Promise<string | undefined>; cancel(): Promise<void> } {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  return {
    async next() {
      for (;;) {
        const end = buffered.indexOf("\n\n");
        if (end !== -1) {
          const event = buffered.slice(0, end);
          buffered = buffered.slice(end + 2);
          return event;
        }
        const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
        if (done) return undefined;
        buffered += value ?? "";
      }
    },
    cancel: () => reader.cancel(),
  };
}

function messagesIn(response: Response, text: string): Message[] {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const isJson = response.headers.get("content-type") === "application/json";
  const data = isStream
    ? text
        .split("\n")
        .filter((line) => line.startsWith("data: {"))
        .map((line) => line.slice(6))
    : [];
  return (isJson ? [text] : data).map((json): Message => JSON.parse(json));
}
