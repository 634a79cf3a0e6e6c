/**
 * Plays one answer of the script to one client.
 *
 * It ends when the answer has ended or the client has gone, whichever comes first, and it never throws for a client
 * that has gone.
 */

import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import { whenAborted } from "@tenon/basis";

import type { Gate } from "./gate.ts";
import type { ModelApi } from "./model-api.ts";
import type { ModelRequest } from "./model-request.ts";
import { replyOf } from "./reply.ts";
import type { Answer, AnswerPart, DelayPart, Failure, StallPart } from "./script.ts";
import { createStreamWriter } from "./stream-writer.ts";

/** What an answer is played on. */
export interface Stage {
  readonly api: ModelApi;
  readonly request: ModelRequest;
  readonly response: ServerResponse;
  /** Aborted when the response is over, however it ended. */
  readonly over: AbortSignal;
  /** Breaks the connection on purpose. */
  tear(): void;
  readonly bytesPerWrite: number | undefined;
}

export async function playAnswer(answer: Answer, stage: Stage): Promise<void> {
  if ("type" in answer && answer.type === "failure") return playFailure(answer, stage);
  const parts = "type" in answer ? [answer] : answer;
  return stage.request.isStreaming ? playStream(parts, stage) : playBody(parts, stage);
}

export function playFailure(failure: Failure, { api, request, response }: Stage): void {
  const { status, headers, body } = api.failure(failure, request);
  sendJson(response, { status, headers: { ...api.headers(request), ...headers }, json: JSON.stringify(body) });
}

export function sendJson(
  response: ServerResponse,
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly json: string },
): void {
  response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8", ...answer.headers });
  response.end(answer.json);
}

async function playStream(parts: readonly AnswerPart[], stage: Stage): Promise<void> {
  const { api, request, response, over } = stage;
  const encoder = api.stream({ request, reply: replyOf(parts, { rawRequest: request.rawBody }) });
  const headers = { "content-type": "text/event-stream; charset=utf-8", ...api.headers(request) };
  const writer = createStreamWriter(response, { headers, over, bytesPerWrite: stage.bytesPerWrite });
  let isStarted = false;

  for (const part of parts) {
    if (over.aborted) return;
    switch (part.type) {
      case "text":
      case "thought":
      case "tool-call":
        await write(() => encoder.content(part));
        break;
      case "malformed-event":
        await write(() => encoder.malformed());
        break;
      case "error-event":
        return end(() => encoder.error(part.failure));
      case "end-early":
        return end(() => []);
      case "tear":
        return stage.tear();
      case "gate":
      case "delay":
      case "stall":
        await pause(part, over);
        break;
      case "usage":
      case "stop":
        break; // already in the reply
    }
  }
  return end(() => encoder.finish());

  // Nothing is sent before the first thing there is to say, so that a gate or a stall can come before the status.
  async function write(encode: () => readonly string[]): Promise<void> {
    const start = isStarted ? [] : encoder.start();
    isStarted = true;
    await writer.write([...start, ...encode()]);
  }

  async function end(encode: () => readonly string[]): Promise<void> {
    await write(encode);
    response.end();
  }
}

async function playBody(parts: readonly AnswerPart[], stage: Stage): Promise<void> {
  const { api, request, response, over } = stage;
  const json = JSON.stringify(api.body({ request, reply: replyOf(parts, { rawRequest: request.rawBody }) }));
  let length = json.length;

  for (const part of parts) {
    if (over.aborted) return;
    switch (part.type) {
      case "error-event":
        return playFailure(part.failure, stage);
      case "tear":
        return stage.tear();
      case "malformed-event":
      case "end-early":
        // There are no events to spoil or to leave out; what remains of it is a body that breaks off.
        length = Math.floor(json.length / 2);
        break;
      case "gate":
      case "delay":
      case "stall":
        await pause(part, over);
        break;
      case "text":
      case "thought":
      case "tool-call":
      case "usage":
      case "stop":
        break; // already in the body
    }
  }
  if (over.aborted) return;
  sendJson(response, { status: 200, headers: api.headers(request), json: json.slice(0, length) });
}

async function pause(part: Gate | DelayPart | StallPart, over: AbortSignal): Promise<void> {
  if (part.type === "delay") {
    await sleep(part.milliseconds, undefined, { signal: over }).catch(() => {}); // it only fails by being cut short
  } else if (part.type === "gate") {
    part.reach();
    await Promise.race([part.opened, whenAborted(over)]);
  } else {
    await whenAborted(over);
  }
}
