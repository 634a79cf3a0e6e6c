/**
 * A line over HTTP, for networks that let no WebSocket through: each message to the gateway is a request, and those of the
 * gateway come in streams of events, one for the connection and one for each session.
 *
 * The end of any of them is the end of the line.
 */

import {
  type JsonObject,
  monotonicClock,
  objectOf,
  parseMessage,
  RPC_ERROR,
  stringOf,
  toError,
  within,
  writeMessage,
} from "@tenon/basis";

import { eventsOf } from "./event-stream.ts";
import { examineGateway } from "./examine-gateway.ts";
import { explainLoss, explainStatus } from "./explain-failure.ts";
import { createGatewayHttp, type GatewayHttp, textOf } from "./gateway-http.ts";
import type { Line, LineListeners, OpenLine } from "./line.ts";
import { createMessageSessions, type MessageSessions } from "./message-sessions.ts";
import type { LineOptions } from "./socket-line.ts";
import { untilSilent } from "./watch-silence.ts";

// What may wait in our memory for the network.
const MAX_UNSENT = 1024 * 1024;
const GOODBYE_MS = 1_000;
const FIRST_ANSWER_MS = 120_000;
// Each is a connection; a gateway could name any number of sessions.
const MAX_STREAMS = 256;

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
  const sessions = createMessageSessions();
  const life: (() => void)[] = [];
  const lost = (why: string) => explainLoss(why, address);
  const showLife = () => life.forEach((sign) => sign());
  const outgoing = createOutgoing({ post, onFailure: end, signal: over.signal });
  let connectionId: string | undefined;
  const streams = createEventStreams({
    address,
    sessions,
    open: (session) => request("GET", session),
    onLife: showLife,
    onText,
    onEnd: (error) => end(error ?? lost("has ended")),
  });
  void watch();

  return {
    send: outgoing.send,
    ended: ended.promise,
    async close() {
      await within(GOODBYE_MS, outgoing.sent(), { clock });
      if (connectionId !== undefined)
        await within(
          GOODBYE_MS,
          request("DELETE").catch(() => {}),
          { clock },
        );
      end(lost("was closed"));
    },
  };

  async function post(text: string): Promise<void> {
    const message = objectOf(parseMessage(text));
    const session = sessions.of(message);
    if (session !== undefined && connectionId !== undefined) streams.listen(session);
    const response = await request("POST", session, text);
    const { statusCode: status = 0, headers } = response;
    const body = await textOf(response, address);
    showLife();
    const refusal = status === 400 ? refused(message, body) : undefined;
    if (refusal !== undefined) await onText(refusal);
    if (status === 404 && connectionId !== undefined) throw lost("has ended: the gateway no longer knows it");
    if (status !== 400 && (status < 200 || status > 299)) throw explainStatus(status, address);
    if (status === 400 || connectionId !== undefined) return;
    connectionId = stringOf(headers[CONNECTION_ID]);
    if (connectionId === undefined) throw lost("was answered without an id");
    streams.listen(undefined);
    await onText(body);
  }

  function request(method: "GET" | "POST" | "DELETE", session?: string, body?: string) {
    const headers = headersFor({ method, connectionId, session });
    const signal = connectionId === undefined ? withLimit(over.signal) : over.signal;
    return http.request(address.acp, { method, headers, signal, ...(body !== undefined && { body }) });
  }

  /** The answer to a ping comes in the stream of the connection, so both directions are seen to work. */
  async function watch(): Promise<void> {
    const ping = () => void (connectionId !== undefined && outgoing.send(JSON.stringify(PING)));
    const isReading = () => connectionId !== undefined && !streams.isBehind;
    const onLife = (listener: () => void) => void life.push(listener);
    if (await untilSilent({ ping, isReading, onLife }, clock, over.signal)) end(lost("is silent"));
  }

  function end(reason: unknown): void {
    ended.resolve(toError(reason));
    over.abort();
    http[Symbol.dispose]();
  }
}

/** The gateway's messages: one stream of the connection and one of each session. */
function createEventStreams(options: {
  readonly address: LineOptions["address"];
  readonly sessions: MessageSessions;
  open(session: string | undefined): ReturnType<GatewayHttp["request"]>;
  onLife(): void;
  readonly onText: LineListeners["onText"];
  /** Without an error, the gateway has ended a stream. */
  onEnd(error?: unknown): void;
}) {
  const { address, sessions, open, onLife, onText, onEnd } = options;
  const heard = new Set<string | undefined>();
  let unread = 0;
  return {
    /** Something has come that was not taken yet. */
    get isBehind() {
      return unread > 0;
    },
    listen,
  };

  function listen(session: string | undefined): void {
    if (heard.has(session) || heard.size >= MAX_STREAMS) return;
    heard.add(session);
    read(session).then(() => onEnd(), onEnd);
  }

  async function read(session: string | undefined): Promise<void> {
    const response = await open(session);
    if (response.statusCode !== 200) throw explainStatus(response.statusCode ?? 0, address);
    for await (const event of eventsOf(response, onLife)) {
      const message = objectOf(parseMessage(event));
      const opened = sessions.seen(message, session);
      if (opened !== undefined) listen(opened);
      if (message["id"] === PING.id) continue;
      unread += 1;
      await onText(event);
      unread -= 1;
    }
  }
}

/** One request after another, in order. */
function createOutgoing(options: {
  post(text: string): Promise<void>;
  onFailure(error: unknown): void;
  readonly signal: AbortSignal;
}) {
  const { post, onFailure, signal } = options;
  let sending = Promise.resolve();
  let unsent = 0;
  return {
    /** A promise if no more may be sent until then. */
    send(text: string): Promise<void> | undefined {
      if (signal.aborted) return undefined;
      unsent += text.length;
      sending = sending
        .then(() => (signal.aborted ? undefined : post(text)))
        .catch(onFailure)
        .finally(() => (unsent -= text.length));
      return unsent > MAX_UNSENT ? sending : undefined;
    },
    sent: () => sending,
  };
}

/** An agent may take its time to start, and until it has no ping can be sent. */
function withLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(FIRST_ANSWER_MS)]);
}

function headersFor(about: {
  readonly method: string;
  readonly connectionId: string | undefined;
  readonly session: string | undefined;
}): Record<string, string> {
  const { method, connectionId, session } = about;
  return {
    Accept: method === "GET" ? "text/event-stream" : "application/json",
    ...(method === "POST" && { "Content-Type": "application/json" }),
    ...(connectionId !== undefined && { [CONNECTION_ID]: connectionId }),
    ...(session !== undefined && { [SESSION_ID]: session }),
  };
}

/** What the gateway would answer to such a request on a WebSocket. */
function refused({ id, method }: JsonObject, reason: string): string | undefined {
  if (method === undefined || id === undefined) return undefined;
  return writeMessage({ jsonrpc: "2.0", id, error: { code: RPC_ERROR.invalidRequest, message: reason.trim() } });
}

const CONNECTION_ID = "acp-connection-id";
const SESSION_ID = "acp-session-id";
/** It has no effect, and an answer. */
const PING = { jsonrpc: "2.0", id: "tenon-line:ping", method: "_tenon/session/detach", params: { sessionId: "" } };
