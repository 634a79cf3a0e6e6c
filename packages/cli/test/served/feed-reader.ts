/**
 * A reader of a session's feed, from a place on.
 */

import { once } from "node:events";

import type { SessionUpdate } from "@agentclientprotocol/sdk";

import type { ServedGateway } from "./served-gateway.ts";
import { ProgramWebSocket } from "./web-socket.ts";

export interface FeedRecord {
  readonly seq: number;
  readonly at: number;
  readonly from: "client" | "agent" | "tenon";
  readonly message: FeedMessage;
}

/** As far as these tests look into it. */
export interface FeedMessage {
  readonly method?: string;
  readonly params?: {
    readonly update?: SessionUpdate;
    readonly prompt?: readonly unknown[];
    readonly toolCall?: { readonly toolCallId: string };
  };
}

export interface FeedReader {
  /** When it has all that there was. */
  readonly caughtUp: Promise<void>;
  /** The code that it was closed with. */
  readonly closed: Promise<number>;
  /** Looks again with every record. Rejects if the feed ends first. */
  until(isTrue: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly sessionId: string;
  readonly after: number;
  /** At the very moment it arrives. */
  onRecord(record: FeedRecord): void;
}

export async function readFeed({ address, headers }: ServedGateway, options: FeedOptions): Promise<FeedReader> {
  const { sessionId, after, onRecord } = options;
  const socket = new ProgramWebSocket(`ws://${address}/feed/${sessionId}?after=${after}`, [], { headers });
  const closed = once(socket, "close").then(([event]): number => event.code);
  const ended = closed.then((code) => {
    throw new Error(`The feed has ended with ${code}`);
  });
  ended.catch(() => {}); // heard by those who wait
  const caughtUp = Promise.withResolvers<void>();
  let news = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    const frame: FeedRecord | { readonly caughtUp?: true } = JSON.parse(String(data));
    if ("seq" in frame) onRecord(frame);
    else if (frame.caughtUp) caughtUp.resolve();
    news.resolve();
    news = Promise.withResolvers();
  });
  await Promise.race([once(socket, "open"), ended]);
  return {
    caughtUp: Promise.race([caughtUp.promise, ended]),
    closed,
    async until(isTrue) {
      while (!isTrue()) await Promise.race([news.promise, ended]);
    },
    async close() {
      socket.close();
      await closed;
    },
  };
}
