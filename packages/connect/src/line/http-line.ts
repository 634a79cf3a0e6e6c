/**
 * A line over HTTP, for networks that let no WebSocket through: each message to the gateway is a request, and those of the
 * gateway come in streams of events, one for the connection and one for each session.
 *
 * The end of any of them is the end of the line.
 */

import { text as textOf } from "node:stream/consumers";

import {
  createLineSplitter,
  isObject,
  type JsonObject,
  monotonicClock,
  objectOf,
  parseJson,
  stringOf,
  toError,
  within,
} from "@tenon/basis";

import { ConnectError } from "../connect-error.ts";
import { examineGateway } from "./examine-gateway.ts";
import { explainStatus } from "./explain-failure.ts";
import { createGatewayHttp, type GatewayHttp } from "./gateway-http.ts";
import type { Line, LineListeners, OpenLine } from "./line.ts";
import type { LineOptions } from "./socket-line.ts";
import { untilSilent } from "./watch-silence.ts";

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
// What may wait in our memory for the network.
const MAX_UNSENT = 1024 * 1024;
const GOODBYE_MS = 1_000;

export function httpLine(options: LineOptions): OpenLine {
  return async (listeners, signal) => {
    await examineGateway({ ...options, signal });
    return openLine(createGatewayHttp(options), listeners, options);
  };
}

function openLine(http: GatewayHttp, { onText }: LineListeners, options: LineOptions): Line {
  const { address, clock = monotonicClock } = options;
  const over = new AbortController();
  const ended = Promise.withResolvers<Error>();
  const sessions = new Set<string>();
  /** The session that a request of the gateway is of, until it is answered. */
  const askedIn = new Map<string, string>();
  const life: (() => void)[] = [];
  let connection: Readonly<Record<string, string>> | undefined;
  let sending = Promise.resolve();
  let unsent = 0;
  let unread = 0;
  void watch();

  return {
    send,
    ended: ended.promise,
    async close() {
      await within(GOODBYE_MS, sending, { clock });
      if (connection)
        await within(
          GOODBYE_MS,
          request("DELETE").catch(() => {}),
          { clock },
        );
      end(lost("was closed"));
    },
  };

  function send(text: string): Promise<void> | undefined {
    if (over.signal.aborted) return undefined;
    unsent += text.length;
    sending = sending
      .then(() => post(text))
      .catch(end)
      .finally(() => (unsent -= text.length));
    return unsent > MAX_UNSENT ? sending : undefined;
  }

  async function post(text: string): Promise<void> {
    if (over.signal.aborted) return;
    const message = objectOf(parseJson(text));
    const sessionId = sessionOf(message);
    if (sessionId !== undefined && connection) listen(sessionId);
    const response = await request("POST", sessionId, text);
    const { statusCode: status = 0, headers } = response;
    const body = await textOf(response);
    life.forEach((sign) => sign());
    if (status === 400) return refused(message, body);
    if (status < 200 || status > 299) throw status === 404 ? lost("has ended (404)") : explainStatus(status, address);
    const id = headers[CONNECTION_ID];
    if (connection || typeof id !== "string") return;
    connection = { [CONNECTION_ID]: id };
    listen(undefined);
    await onText(body);
  }

  /** As a WebSocket would be answered. */
  function refused({ id, method }: JsonObject, reason: string): void {
    const error = { code: INVALID_REQUEST, message: reason.trim() };
    if (method !== undefined && id !== undefined) void onText(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }

  async function request(method: "GET" | "POST" | "DELETE", sessionId?: string, body?: string) {
    const headers = {
      Accept: method === "GET" ? "text/event-stream" : "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...connection,
      ...(sessionId !== undefined && { [SESSION_ID]: sessionId }),
    };
    return await http.request(address.acp, {
      method,
      headers,
      signal: over.signal,
      ...(body !== undefined && { body }),
    });
  }

  /** To a session's events, or those of the connection. */
  function listen(sessionId: string | undefined): void {
    if (sessions.has(sessionId ?? "")) return;
    sessions.add(sessionId ?? "");
    read(sessionId).catch(end);
  }

  async function read(sessionId: string | undefined): Promise<never> {
    const response = await request("GET", sessionId);
    if (response.statusCode !== 200) throw explainStatus(response.statusCode ?? 0, address);
    const events: string[] = [];
    const lines = createLineSplitter({
      maxBytes: MAX_MESSAGE_BYTES,
      onLine: (line) => void (line.startsWith(DATA) && events.push(line.slice(DATA.length))),
      onTooLong: () => end(lost("sent a message that is too large")),
    });
    for await (const chunk of response) {
      life.forEach((sign) => sign());
      lines.push(chunk);
      unread += 1;
      for (const event of events.splice(0)) await take(event, sessionId);
      unread -= 1;
    }
    throw lost("has ended");
  }

  function take(text: string, streamOf: string | undefined): Promise<void> | undefined {
    const { id, method, result } = objectOf(parseJson(text));
    if (method === undefined && id === PING) return undefined;
    if (method !== undefined && id !== undefined && streamOf !== undefined) askedIn.set(JSON.stringify(id), streamOf);
    const opened = stringOf(isObject(result) ? result["sessionId"] : undefined);
    if (method === undefined && opened !== undefined) listen(opened);
    return onText(text);
  }

  function sessionOf({ id, method, params }: JsonObject): string | undefined {
    if (method !== undefined) return stringOf(objectOf(params)["sessionId"]) || undefined;
    const key = JSON.stringify(id) ?? "";
    const session = askedIn.get(key);
    askedIn.delete(key);
    return session;
  }

  /** The answer to a ping comes in the stream of the connection, so both directions are seen to work. */
  async function watch(): Promise<void> {
    const ping = () => void (connection && send(JSON.stringify(PING_REQUEST)));
    const isReading = () => connection !== undefined && unread === 0;
    const onLife = (listener: () => void) => void life.push(listener);
    if (await untilSilent({ ping, isReading, onLife }, clock, over.signal)) end(lost("is silent"));
  }

  function lost(why: string): ConnectError {
    return new ConnectError("lost", `The connection to ${address.name} ${why}`, { gateway: address.name });
  }

  function end(reason: unknown): void {
    ended.resolve(toError(reason));
    over.abort();
    http[Symbol.dispose]();
  }
}

const CONNECTION_ID = "acp-connection-id";
const SESSION_ID = "acp-session-id";
const DATA = "data: ";
const INVALID_REQUEST = -32_600;
const PING = "tenon-line:ping";
/** It has no effect, and an answer. */
const PING_REQUEST = { jsonrpc: "2.0", id: PING, method: "_tenon/session/detach", params: { sessionId: "" } };
