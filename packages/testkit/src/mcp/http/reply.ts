/**
 * The response to one POST, as a channel: JSON, or a stream of events when there is more to say than the answer.
 */

import type { Channel, Outlet } from "../core/channel.ts";
import { isResponse } from "../core/json-rpc.ts";
import type { HttpHabits } from "../script.ts";
import type { EventStream } from "./event-stream.ts";
import { answerJson, type Exchange } from "./exchange.ts";

interface ReplyOptions {
  readonly answersWith: HttpHabits["answersWith"];
  readonly headers?: Readonly<Record<string, string>>;
  /** Where everything but the answer goes when it can only be JSON. */
  readonly aside?: Outlet;
  createStream(): EventStream;
}

export function createReply(exchange: Exchange, options: ReplyOptions): Channel {
  const { answersWith, aside, headers = {} } = options;
  const { response } = exchange;
  const gone = new AbortController();
  let stream: EventStream | undefined;
  let isOurDoing = false;
  response.once("close", () => {
    if (!isOurDoing && !response.writableFinished) gone.abort();
  });

  return {
    headers: exchange.headers,
    gone: gone.signal,
    open() {
      if (answersWith !== "json") openStream();
    },
    send(message, { status = 200 } = {}) {
      const isLast = isResponse(message);
      if (!stream && isLast && (answersWith !== "event-stream" || status !== 200)) {
        answerJson(exchange, message, { status, headers });
      } else if (answersWith === "json") aside?.send(message);
      else {
        const opened = openStream();
        opened.send(message);
        if (isLast) opened.finish();
      }
    },
    abandon() {
      if (stream) stream.finish();
      else response.end();
    },
    close(how) {
      isOurDoing = true;
      openStream().detach(how);
    },
  };

  function openStream(): EventStream {
    if (stream) return stream;
    stream = options.createStream();
    stream.attach(exchange, { headers });
    return stream;
  }
}
