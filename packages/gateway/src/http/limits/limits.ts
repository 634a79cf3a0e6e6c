/**
 * How much one peer, and all of them together, may ask of the server.
 */

import { MAX_JSON_DEPTH } from "@tenon/policy";

export interface HttpLimits {
  /** One message of ACP, in bytes: a frame or a body. A prompt may carry images and files. */
  readonly messageBytes: number;
  /** A body of `/api`, in bytes. */
  readonly bodyBytes: number;
  /** How deep JSON may nest. */
  readonly jsonDepth: number;
  /** ACP messages of one connection: so many a second, and so many at once. Faster ones wait. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Sockets, of all and of one address. */
  readonly connections: number;
  readonly connectionsPerPeer: number;
  /** Attempts to sign in from one address: so many a minute, and as many at once. */
  readonly signInsPerMinute: number;
  /** How long the head of a request may take, and all of it, in milliseconds. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often a WebSocket has to show that it is alive. One that has not when the next is due is closed:
   * a silent connection is noticed after twice this time at the latest. */
  readonly heartbeatMs: number;
  /** How long an ACP connection over HTTP may be without a stream or a request before it counts as gone. */
  readonly idleMs: number;
  /** What is kept for a reader before no more is fetched for it, in bytes. */
  readonly readerBytes: number;
}

export const defaultLimits: HttpLimits = {
  messageBytes: 32 * 1024 * 1024,
  bodyBytes: 64 * 1024,
  jsonDepth: MAX_JSON_DEPTH,
  messagesPerSecond: 500,
  messageBurst: 2_000,
  connections: 4_096,
  connectionsPerPeer: 2_048,
  signInsPerMinute: 10,
  headersMs: 10_000,
  requestMs: 120_000,
  heartbeatMs: 10_000,
  idleMs: 120_000,
  readerBytes: 256 * 1024,
};
