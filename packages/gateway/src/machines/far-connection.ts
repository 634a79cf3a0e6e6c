/**
 * One client's connection to another machine, which has some of the client's sessions open. What is about these passes as it
 * is, in both directions. If it breaks, the client is disconnected: it comes again, and finds who has its sessions then.
 */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import type { AnyMessage, AnyNotification, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { isObject, objectOf, parseJson, stringOf } from "@tenon/basis";
import { WebSocket } from "ws";

import type { Peer } from "../gateway.ts";
import type { ClientLink } from "../wire/client-link.ts";
import {
  type Cancellable,
  idKey,
  isNotification,
  isRequest,
  notification,
  paramsOf,
  type Reply,
  resultOf,
  sessionIdOf,
} from "../wire/message.ts";
import type { SentRequest } from "../wire/sent-requests.ts";
import { MACHINE_HEADER, MACHINE_PATH, signPeer } from "./machine-key.ts";

export interface FarConnection {
  /** The sessions that the client has joined there. */
  readonly sessions: Set<string>;
  /** The MCP connections to servers of the client that were opened from there. */
  readonly mcpConnections: ReadonlySet<string>;
  request(request: AnyRequest, reply: Reply): Cancellable;
  send(message: AnyMessage): void;
  drained(): Promise<void>;
}

export interface FarOptions {
  readonly address: string;
  readonly secret: string;
  readonly peer: Peer;
  readonly link: ClientLink;
  /** The client's `initialize`. */
  readonly introduction: AnyRequest;
  /** Ends the attempt. Does nothing to a connection that is open. */
  readonly signal: AbortSignal;
}

const CONNECT_MS = 3_000;
const PING_MS = 3_000;
const FORBIDDEN = 403;
const MAX_BUFFERED = 1024 * 1024;
const INTRODUCTION = "tenon-introduction";

/** Rejects if the machine cannot be reached. */
export async function openFarConnection(options: FarOptions): Promise<FarConnection> {
  try {
    return await connectTo(options, Date.now());
  } catch (error) {
    // The clocks of the two machines differ, or one of them was set: a proof is made again for the clock of the other.
    if (!(error instanceof ProofRefused) || Number.isNaN(error.at)) throw error;
    return await connectTo(options, error.at);
  }
}

class ProofRefused extends Error {
  /** By the clock of the machine that refused it. */
  readonly at: number;

  constructor({ statusCode, headers }: IncomingMessage) {
    super(`Unexpected server response: ${statusCode}`);
    this.at = statusCode === FORBIDDEN ? Date.parse(headers.date ?? "") : Number.NaN;
  }
}

async function connectTo(options: FarOptions, now: number): Promise<FarConnection> {
  const { address, secret, peer, link, signal } = options;
  const socket = new WebSocket(new URL(MACHINE_PATH, address.replace(/^http/, "ws")), {
    headers: { [MACHINE_HEADER]: signPeer(secret, peer, { to: address, now }) },
    handshakeTimeout: CONNECT_MS,
    perMessageDeflate: false,
  });
  const far = createFarConnection(socket, options);
  const leave = () => socket.terminate();
  link.gone.addEventListener("abort", leave, { once: true });
  signal.addEventListener("abort", leave, { once: true });
  socket.once("unexpected-response", (_request, response) => socket.emit("error", new ProofRefused(response)));
  try {
    await once(socket, "open");
    // From now on: a machine may stop, or be cut off, before it has answered the introduction.
    keepAlive(socket);
    const introduced = far.introduced();
    socket.send(JSON.stringify({ ...options.introduction, id: INTRODUCTION }));
    await introduced;
  } catch (error) {
    link.gone.removeEventListener("abort", leave);
    socket.terminate();
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
  socket.once("close", () => {
    link.gone.removeEventListener("abort", leave);
    link.giveUp(new Error(`The connection to ${address} was lost`));
  });
  return far.connection;
}

function createFarConnection(socket: WebSocket, { link }: FarOptions) {
  const introduced = Promise.withResolvers<void>();
  const sessions = new Set<string>();
  const send = (message: AnyMessage) => socket.send(JSON.stringify(message), () => {}); // the end of the socket reports it
  const asked = createAsked(link, send);
  const unanswered = new Map<string, Reply>();
  socket.on("error", (error) => introduced.reject(error));
  socket.on("close", () => introduced.reject(new Error("closed")));
  socket.on("message", (data: Buffer) => {
    const message = parseJson(data.toString());
    if (isMessage(message)) receive(message);
    if (!link.isFull || socket.isPaused) return;
    // A client that reads slowly is the other machine's to deal with.
    socket.pause();
    void link.drained().then(() => socket.resume());
  });
  const connection: FarConnection = {
    sessions,
    mcpConnections: asked.mcpConnections,
    request(request, reply) {
      unanswered.set(idKey(request.id), reply);
      send(request);
      return { cancel: () => send(notification("$/cancel_request", { requestId: request.id })) };
    },
    send,
    async drained() {
      while (socket.bufferedAmount > MAX_BUFFERED && socket.readyState === WebSocket.OPEN) {
        await sleep(10);
      }
    },
  };
  introduced.promise.catch(() => {});
  return { connection, introduced: () => introduced.promise };

  function receive(message: AnyMessage) {
    if (isRequest(message)) asked.ask(message);
    else if (isNotification(message)) notify(message);
    else if ("id" in message && message.id === INTRODUCTION) introduced.resolve();
    else if ("id" in message) answer(message);
  }

  function answer(response: AnyResponse) {
    const key = idKey(response.id);
    const reply = unanswered.get(key);
    unanswered.delete(key);
    // Of a session that was begun there.
    const sessionId = stringOf(resultOf(response)["sessionId"]);
    if (sessionId !== undefined) sessions.add(sessionId);
    reply?.(response);
  }

  function notify(message: AnyNotification) {
    const { requestId } = paramsOf(message);
    if (message.method === "$/cancel_request") return asked.cancel(requestId);
    if (message.method === "_tenon/session/closed") sessions.delete(sessionIdOf(message) ?? "");
    link.send(message);
  }
}

/** The requests of the other machine that the client has not answered. */
function createAsked(link: ClientLink, send: (message: AnyMessage) => void) {
  const open = new Map<string, SentRequest>();
  const mcpConnections = new Set<string>();
  return {
    mcpConnections,
    ask(request: AnyRequest): void {
      const key = idKey(request.id);
      const sent = link.ask(request, {
        onAnswer(response) {
          open.delete(key);
          const connectionId = stringOf(objectOf("result" in response ? response.result : {})["connectionId"]);
          if (request.method === "mcp/connect" && connectionId !== undefined) mcpConnections.add(connectionId);
          send(response);
        },
        onGone: () => void open.delete(key),
      });
      open.set(key, sent);
    },
    cancel: (requestId: unknown) => open.get(idKey(requestId))?.cancel(),
  };
}

function isMessage(value: unknown): value is AnyMessage {
  return isObject(value) && ("method" in value || "id" in value);
}

/** One that was cut without a word is silent for ever. */
function keepAlive(socket: WebSocket): void {
  let isAnswered = true;
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, PING_MS).unref();
  socket.on("pong", () => (isAnswered = true));
  socket.once("close", () => clearInterval(timer));
}
