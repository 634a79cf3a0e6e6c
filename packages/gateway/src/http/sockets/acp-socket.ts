/**
 * A WebSocket as the SDK takes it, with our limits between: frames that are text, not too deep, and not too many at once.
 */

import type { Duplex } from "node:stream";

import { freeBytes } from "@tenon/basis";
import { isDeeperThan, withoutEcho } from "@tenon/policy";
import type { RawData, WebSocket } from "ws";

import { SERVICE_RESTART } from "./close-sockets.ts";
import { createExactIds } from "./exact-ids.ts";
import { gatherWrites } from "./gather-writes.ts";
import type { HttpLimits } from "../limits/limits.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createPace } from "../limits/pace.ts";
import type { LargeStrings } from "./large-strings.ts";

export interface AcpSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  on(type: string, listener: (...args: unknown[]) => void): void;
  off(type: string, listener: (...args: unknown[]) => void): void;
}

export interface AcpSocketOptions {
  /** What the WebSocket writes to. */
  readonly connection: Duplex;
  readonly limits: HttpLimits;
  readonly large: Pick<LargeStrings, "cut">;
  /** At which the SDK stops sending. */
  readonly maxBufferedBytes: number;
  readonly log: Log;
  /** Whose it is, for the log. */
  readonly whose: () => { readonly peer: string; readonly connection: string | undefined };
  readonly metrics: Metrics;
  readonly isDraining: () => boolean;
}

const POLICY_VIOLATION = 1008;

export function createAcpSocket(socket: WebSocket, options: AcpSocketOptions): AcpSocket {
  const { limits, large, log, whose, metrics, isDraining } = options;
  const gather = gatherWrites(options.connection);
  const pace = createPace({ perSecond: limits.messagesPerSecond, burst: limits.messageBurst });
  // The SDK's bound is made for what comes in; ours for what goes out is smaller, so we report more.
  const headroom = options.maxBufferedBytes - OUTGOING_BYTES;
  const readers = new Map<(...args: unknown[]) => void, (data: RawData, isBinary: boolean) => void>();
  const ids = createExactIds();
  // The SDK stops listening when it is done, and an unheard error ends the process.
  socket.on("error", (error) => log.warn("socket-fail", { error, ...whose() }));

  return {
    get readyState() {
      return socket.readyState;
    },
    get bufferedAmount() {
      return socket.bufferedAmount + headroom;
    },
    send(data) {
      metrics.countMessage("out");
      gather();
      socket.send(withoutEcho(ids.write(data)));
    },
    close: (code = 1000, reason) => socket.close(isDraining() ? SERVICE_RESTART : code, shortReason(reason)),
    on(type, listener) {
      if (type !== "message") return void socket.on(type, listener);
      const reader = (data: RawData, isBinary: boolean) => read(data, isBinary, listener);
      readers.set(listener, reader);
      socket.on("message", reader);
    },
    off(type, listener) {
      socket.off(type, type === "message" ? (readers.get(listener) ?? listener) : listener);
    },
  };

  function read(data: RawData, isBinary: boolean, listener: (text: string) => void): void {
    // [R173] Only text is read.
    if (isBinary || !Buffer.isBuffer(data)) return;
    const text = data.toString();
    freeBytes(data);
    if (isDeeperThan(text, limits.jsonDepth)) {
      log.warn("message-refuse", { reason: "JSON is nested too deeply", ...whose() });
      socket.close(POLICY_VIOLATION, "JSON is nested too deeply");
      return;
    }
    metrics.countMessage("in");
    const wait = pace.take();
    if (wait > 0 && !socket.isPaused) {
      socket.pause();
      setTimeout(() => socket.resume(), wait).unref();
    }
    listener(large.cut(ids.read(text)));
  }
}

const OUTGOING_BYTES = 1024 * 1024;

/** The protocol allows 123 bytes; more is an exception. */
function shortReason(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : Buffer.from(reason).subarray(0, 100).toString();
}
