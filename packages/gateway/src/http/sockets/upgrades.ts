/**
 * The beginnings of WebSockets: `/acp`, `/feed` and `/feed/<session>`. Whoever may not come in is told so in HTTP, before
 * there is a WebSocket.
 */

import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { ALIVE } from "../../feed/frame.ts";
import type { Frame, Gateway } from "../../gateway.ts";
import type { AddressOf } from "../door/address-of.ts";
import type { AcpTransport } from "./acp-transport.ts";
import { foreseen } from "../api/api-failure.ts";
import { closeSockets, SERVICE_RESTART } from "./close-sockets.ts";
import { type Door, protocolFor } from "../door/door.ts";
import { frameCounter, sendFrames } from "./feed-socket.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HttpLimits } from "../limits/limits.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { peerOf } from "../door/peer-of.ts";
import type { NoteRefusal } from "../door/refusals.ts";
import type { SignedIn } from "../door/signed-in.ts";

export interface Upgrades {
  /** For the event of the server. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export interface UpgradeOptions {
  readonly gateway: Gateway;
  readonly door: Door;
  readonly signedIn: SignedIn;
  readonly acp: AcpTransport;
  readonly limits: HttpLimits;
  readonly heartbeat: Heartbeat;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly noteRefusal: NoteRefusal;
  readonly addressOf: AddressOf;
  readonly isDraining: () => boolean;
}

interface Reading {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly isInLines: boolean;
}

/** A reader has nothing to say. */
const MAX_READER_PAYLOAD = 1024;

export function createUpgrades(options: UpgradeOptions): Upgrades {
  const { gateway, door, signedIn, acp, limits, heartbeat, log, metrics, noteRefusal, addressOf, isDraining } = options;
  const readers = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_READER_PAYLOAD,
    handleProtocols: protocolFor,
  });

  return {
    handle(request, socket, head) {
      // An error that nobody hears ends the process.
      socket.on("error", () => {});
      route(request, socket, head).catch((error: unknown) => {
        const failure = foreseen(error);
        if (failure) return refuse(request, socket, failure.status, failure.message);
        log.error("upgrade-fail", { error });
        refuse(request, socket, 503, "not now");
      });
    },
    close: () => closeSockets(readers),
  };

  async function route(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = door.refuse(request);
    if (refusal) return refuse(request, socket, refusal.status, refusal.reason);
    const identity = door.identify(request);
    if ("status" in identity) return refuse(request, socket, identity.status, identity.reason);
    if (isDraining()) return refuse(request, socket, 503, "the gateway is stopping");
    socket.once(
      "close",
      signedIn.hold(identity, () => socket.destroy()),
    );

    const { pathname, searchParams } = new URL(`http://gateway${request.url ?? "/"}`);
    const [, place, sessionId, ...rest] = pathname.split("/");
    if (place === "acp" && sessionId === undefined) {
      const userAgent = request.headers["user-agent"];
      const peer = peerOf({ identity, address: addressOf(request), userAgent, query: searchParams });
      return acp.upgrade(request, socket, head, peer);
    }
    if (place !== "feed" || rest.length > 0) return refuse(request, socket, 404, "not a WebSocket path");
    const isInLines = searchParams.get("lines") === "true";
    const given = { request, socket, head, isInLines };
    if (sessionId === undefined) return read(given, (signal) => gateway.changes(signal));

    const after = Number(searchParams.get("after") ?? 0);
    const id = decoded(sessionId);
    if (!Number.isSafeInteger(after) || after < 0) {
      return refuse(request, socket, 400, '"after" must be a non-negative integer');
    }
    const session = id === undefined ? undefined : await gateway.sessions.get(id);
    if (id === undefined || !session) return refuse(request, socket, 404, "no such session");
    if (after > session.lastSeq) {
      return refuse(request, socket, 400, `"after" is ${after}, and the session ends at ${session.lastSeq}`);
    }
    read(given, (signal) => gateway.feed(id, { after, signal }));
  }

  function read(
    { request, socket, head, isInLines }: Reading,
    open: (signal: AbortSignal) => AsyncIterable<Frame>,
  ): void {
    readers.handleUpgrade(request, socket, head, (reader) => {
      heartbeat.watch(reader, { connection: socket, sign: ALIVE });
      reader.on("error", (error) => log.warn("socket-fail", { error }));
      sendFrames(reader, open, {
        connection: socket,
        readerBytes: limits.readerBytes,
        isInLines,
        onFrame: frameCounter(metrics),
      }).then(
        () => reader.close(isDraining() ? SERVICE_RESTART : 1000),
        (error: unknown) => fail(reader, error),
      );
    });
  }

  function fail(reader: WebSocket, error: unknown): void {
    log.error("feed-fail", { error });
    reader.close(INTERNAL_ERROR);
  }

  function refuse(request: IncomingMessage, socket: Duplex, status: number, reason: string): void {
    noteRefusal(request, { status, reason });
    const body = `${reason}\n`;
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Connection: close",
      "Content-Type: text/plain; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(status === 401 ? ["WWW-Authenticate: Bearer"] : []),
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  }
}

const INTERNAL_ERROR = 1011;

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // not a part of a URL
  }
}
