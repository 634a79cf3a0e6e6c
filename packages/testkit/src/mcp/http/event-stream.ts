/**
 * A stream of server-sent events that may outlive the response it is written to.
 */

import type { ServerResponse } from "node:http";

import type { Outbound } from "../core/json-rpc.ts";
import type { Exchange } from "./exchange.ts";

export interface EventStream {
  /** Goes on in this response. */
  attach(exchange: Exchange, headers?: Readonly<Record<string, string>>): void;
  send(message: Outbound): void;
  /** Closes the response and keeps the stream. */
  detach(how: "end" | "cut"): void;
  /** Ends the stream: there is nothing more to come, now or later. */
  finish(): void;
}

/** Messages that come while no client is connected are kept for the next response, or lost. */
export function createEventStream({ keepsUndelivered }: { readonly keepsUndelivered: boolean }): EventStream {
  const undelivered: string[] = [];
  let response: ServerResponse | undefined;
  let isFinished = false;

  return {
    attach(exchange, headers) {
      response?.end();
      response = openEventStream(exchange, headers);
      response.once("close", () => {
        if (response === exchange.response) response = undefined;
      });
      deliver();
    },
    send(message) {
      if (!keepsUndelivered && !response) return;
      undelivered.push(JSON.stringify(message));
      deliver();
    },
    detach(how) {
      if (response) closeResponse(response, how);
      response = undefined;
    },
    finish() {
      isFinished = true;
      deliver();
    },
  };

  function deliver(): void {
    if (!response) return;
    for (const data of undelivered.splice(0)) response.write(`event: message\ndata: ${data}\n\n`);
    if (isFinished) response.end();
  }
}

/** Sends the head of a stream at once: a client learns that its request has arrived. */
export function openEventStream(exchange: Exchange, headers: Readonly<Record<string, string>> = {}): ServerResponse {
  const { contentType = "text/event-stream", response } = exchange;
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-cache", ...headers });
  response.flushHeaders();
  return response;
}

/** Politely, or in the middle of an event. */
export function closeResponse(response: ServerResponse, how: "end" | "cut"): void {
  if (how === "end") response.end();
  else response.write("event: mess", () => response.destroy());
}
