/**
 * The response to one POST, as a channel: JSON, or a stream of events when there is more to say than the answer.
 */

import type { Channel } from "../core/channel.ts";
import { isResponse } from "../core/json-rpc.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { answerJson, type Exchange } from "./exchange.ts";

export function createReply(exchange: Exchange, headers: Readonly<Record<string, string>> = {}): Channel {
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
    open: () => void openStream(),
    send(message, { status = 200 } = {}) {
      const isLast = isResponse(message);
      if (!stream && isLast) return answerJson(exchange, message, { status, headers });
      const opened = openStream();
      opened.send(message);
      if (isLast) opened.finish();
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
    stream = createEventStream({ keepsUndelivered: false });
    stream.attach(exchange, headers);
    return stream;
  }
}
