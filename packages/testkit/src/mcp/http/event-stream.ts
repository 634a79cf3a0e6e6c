/**
 * A stream of server-sent events that may outlive the response it is written to.
 *
 * What it remembers decides what happens to messages that come while no client is connected: `nothing` loses them,
 * `undelivered` keeps them for the next response, `everything` also lets a client come back with the id of the last
 * event it has.
 */

import type { ServerResponse } from "node:http";

import type { Outbound } from "../core/json-rpc.ts";
import type { Exchange } from "./exchange.ts";

export interface EventStream {
  /** Goes on in this response, after the event with this id. */
  attach(exchange: Exchange, options?: AttachOptions): void;
  send(message: Outbound): void;
  /** Closes the response and keeps the stream. */
  detach(how: "end" | "cut"): void;
  /** Ends the stream: there is nothing more to come, now or later. */
  finish(): void;
}

interface AttachOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly lastEventId?: string;
}

interface StreamOptions {
  /** Unique among the streams of a session; event ids begin with it. */
  readonly id: string;
  readonly remembers: "nothing" | "undelivered" | "everything";
  /** The wait it asks for before a client comes back. */
  readonly retryMilliseconds?: number;
}

export function createEventStream(options: StreamOptions): EventStream {
  const { id, remembers, retryMilliseconds } = options;
  const log: string[] = [];
  let delivered = 0;
  let response: ServerResponse | undefined;
  let isFinished = false;

  return {
    attach(exchange, { headers = {}, lastEventId } = {}) {
      response?.end();
      response = openEventStream(exchange, headers);
      response.once("close", () => {
        if (response === exchange.response) response = undefined;
      });
      if (lastEventId !== undefined) delivered = log.findIndex((_, index) => eventId(index) === lastEventId) + 1;
      if (remembers === "everything") prime(response);
      deliver();
    },
    send(message) {
      if (remembers === "nothing" && !response) return;
      log.push(JSON.stringify(message));
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

  /** An id before the first event: a client that is cut off early can still come back. */
  function prime(to: ServerResponse): void {
    const retry = retryMilliseconds === undefined ? "" : `retry: ${retryMilliseconds}\n`;
    to.write(`${retry}id: ${eventId(delivered - 1)}\ndata: \n\n`);
  }

  function deliver(): void {
    if (!response) return;
    for (const data of log.slice(delivered)) {
      const idLine = remembers === "everything" ? `id: ${eventId(delivered)}\n` : "";
      response.write(`${idLine}event: message\ndata: ${data}\n\n`);
      delivered++;
    }
    if (isFinished) response.end();
  }

  function eventId(index: number): string {
    return `${id}_${index + 1}`;
  }
}

/** The id of the stream that an event belongs to. */
export function streamOfEvent(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf("_"));
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
