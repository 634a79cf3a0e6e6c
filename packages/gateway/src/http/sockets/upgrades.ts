/**
 * WebSocket upgrades: `/acp`, `/feed` and `/feed/<session>`. One that is refused is answered in HTTP, before there is a
 * WebSocket.
 */

import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import { CHECKPOINT_FORMAT } from "@tenon/timeline";
import { WebSocketServer } from "ws";

import type { Access } from "../../people/access.ts";
import { ALIVE, checkpointFrame } from "../../feed/frame.ts";
import type { Frame, Gateway } from "../../gateway.ts";
import { MACHINE_PATH, type MachineKeys } from "../../machines/machine-key.ts";
import type { AcpTransport } from "./acp-transport.ts";
import { foreseen } from "../api/api-failure.ts";
import type { RouteRule } from "../api/may.ts";
import { closeSockets, SERVICE_RESTART } from "./close-sockets.ts";
import { protocolFor } from "../door/door.ts";
import { forwardedPeer } from "../door/forwarded-peer.ts";
import { frameCounter, sendFrames } from "./feed-socket.ts";
import type { Heartbeat } from "./heartbeat.ts";
import type { HttpServices } from "../services.ts";
import { peerOf } from "../door/peer-of.ts";

export interface Upgrades {
  /** For the event of the server. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export interface UpgradeOptions extends HttpServices {
  readonly acp: AcpTransport;
  readonly heartbeat: Heartbeat;
  readonly machineKeys: MachineKeys;
}

/** A reader sends nothing. */
const MAX_READER_PAYLOAD = 1024;

export function createUpgrades(options: UpgradeOptions): Upgrades {
  const { gateway, door, signedIn, acp, log, noteRefusal, addressOf, isDraining } = options;
  const readers = createFeedReaders(options);

  return {
    handle(request, socket, head) {
      // An error that nothing listens to ends the process.
      socket.on("error", () => {});
      route(request, socket, head).catch((error: unknown) => {
        const refused = error instanceof UpgradeRefused ? error : foreseen(error, false);
        if (!refused) log.error("upgrade-fail", { error });
        const { status, message } = refused ?? UNEXPECTED;
        noteRefusal(request, { status, reason: message });
        answerInHttp(socket, status, message);
      });
    },
    close: readers.close,
  };

  async function route(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (request.url === MACHINE_PATH) return await fromMachine(request, socket, head);
    const refusal = door.refuse(request);
    if (refusal) throw new UpgradeRefused(refusal.status, refusal.reason);
    const identity = await door.identify(request);
    if ("status" in identity) throw new UpgradeRefused(identity.status, identity.reason);
    if (isDraining()) throw new UpgradeRefused(503, "the gateway is stopping");
    const release = signedIn.hold(identity, () => socket.destroy());
    socket.once("close", release);

    const url = new URL(`http://gateway${request.url ?? "/"}`);
    if (url.pathname === "/acp") {
      const userAgent = request.headers["user-agent"];
      const peer = peerOf({ identity, address: addressOf(request), userAgent, query: url.searchParams });
      return acp.upgrade(request, socket, head, peer);
    }
    const open = await feedAt(gateway, url, identity.access);
    readers.upgrade(request, socket, head, open, { isInLines: url.searchParams.get("lines") === "true" });
  }

  /** It may come while we drain. */
  async function fromMachine(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const peer = await forwardedPeer(request.headers, options);
    if ("refusal" in peer) throw new UpgradeRefused(403, peer.refusal);
    const { access } = peer;
    const release = access && signedIn.hold({ by: "token", access }, () => socket.destroy());
    if (release) socket.once("close", release);
    acp.upgrade(request, socket, head, peer);
  }
}

function createFeedReaders({ gateway, limits, heartbeat, log, metrics, isDraining }: UpgradeOptions) {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_READER_PAYLOAD,
    handleProtocols: protocolFor,
  });
  return {
    upgrade(
      request: IncomingMessage,
      connection: Duplex,
      head: Buffer,
      open: Parameters<typeof sendFrames>[1],
      { isInLines }: { readonly isInLines: boolean },
    ): void {
      sockets.handleUpgrade(request, connection, head, (reader) => {
        heartbeat.watch(reader, { connection, sign: ALIVE });
        reader.on("error", (error) => log.warn("socket-fail", { error }));
        const onFrame = frameCounter(metrics, gateway.now);
        sendFrames(reader, open, { connection, readerBytes: limits.readerBytes, isInLines, onFrame }).then(
          () => reader.close(isDraining() ? SERVICE_RESTART : 1000),
          (error: unknown) => {
            log.error("feed-fail", { error });
            reader.close(INTERNAL_ERROR);
          },
        );
      });
    },
    close: () => closeSockets(sockets),
  };
}

const INTERNAL_ERROR = 1011;
const UNEXPECTED = { status: 503, message: "unavailable" };

class UpgradeRefused extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

type OpenFeed = (signal: AbortSignal) => AsyncIterable<Frame>;

/** What these take: of `/feed` each person gets what they may look at. */
export const socketRules: readonly RouteRule[] = [
  { method: "WEBSOCKET", path: "/acp", rule: "enter" },
  // With the signature of another machine, which speaks for a client.
  { method: "WEBSOCKET", path: MACHINE_PATH, rule: "administer" },
  { method: "WEBSOCKET", path: "/feed", rule: "enter" },
  { method: "WEBSOCKET", path: "/feed/:id", rule: "look" },
];

async function feedAt(gateway: Gateway, { pathname, searchParams }: URL, access?: Access): Promise<OpenFeed> {
  const [, root, part, ...rest] = pathname.split("/");
  if (root !== "feed" || rest.length > 0) throw new UpgradeRefused(404, "not a WebSocket path");
  if (part === undefined) return (signal) => gateway.changes(signal, access);
  const after = Number(searchParams.get("after") ?? 0);
  if (!Number.isSafeInteger(after) || after < 0) {
    throw new UpgradeRefused(400, '"after" must be a non-negative integer');
  }
  const id = decoded(part);
  const isHidden = id === undefined || access?.may("look", id) === false;
  const session = isHidden ? undefined : await gateway.sessions.get(id);
  if (!session) throw new UpgradeRefused(404, "no such session");
  if (after > session.lastSeq) {
    throw new UpgradeRefused(400, `"after" is ${after}, and the session ends at ${session.lastSeq}`);
  }
  const isFromEnd = after === 0 && searchParams.get("checkpoint") === String(CHECKPOINT_FORMAT);
  return (signal) => {
    const visible = whileVisible(session.id, signal, access);
    return isFromEnd ? feedFromEnd(gateway, session.id, visible) : gateway.feed(session.id, { after, signal: visible });
  };
}

/** So many records at least are the end of a session: more than fit on a screen. */
const END = 200;

/** Begins at a checkpoint, of which it sends a frame, unless the session is short. */
async function* feedFromEnd(gateway: Gateway, sessionId: string, signal: AbortSignal): AsyncGenerator<Frame, void> {
  const checkpoint = await gateway.sessions.checkpoint(sessionId, { records: END });
  if (checkpoint) yield checkpointFrame(checkpoint);
  yield* gateway.feed(sessionId, { after: checkpoint ? checkpoint.seq - 1 : 0, signal });
}

/** Aborts too when the person may no longer look at the session. */
function whileVisible(sessionId: string, signal: AbortSignal, access: Access | undefined): AbortSignal {
  if (!access) return signal;
  const hidden = new AbortController();
  const following = access.onChange(() => access.may("look", sessionId) || hidden.abort());
  signal.addEventListener("abort", () => following[Symbol.dispose](), { once: true });
  if (!access.may("look", sessionId)) hidden.abort();
  return AbortSignal.any([signal, hidden.signal]);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // not a part of a URL
  }
}

function answerInHttp(socket: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    `Date: ${new Date().toUTCString()}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ["WWW-Authenticate: Bearer"] : []),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
