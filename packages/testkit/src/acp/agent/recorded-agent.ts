/**
 * Plays the agent's side of a recorded connection against a live client.
 *
 * Its lines are sent in the order of the recording, each one only when the client has sent what it had sent before it:
 * a request or notification of the same method and session, or the answer to the same question. What the client says
 * is not compared further, so a test may have other folders and other words.
 */

import type { AnyMessage, AnyRequest, JsonRpcId } from "@agentclientprotocol/sdk";
import { isObject } from "@tenon/basis";

import { isRequest, isResponse } from "../wire/json-rpc.ts";
import { keepTranscript, type Role, type Transcript } from "../wire/transcript.ts";
import { readLine, type WireLine } from "../wire/wire-line.ts";
import type { Wire } from "../wire/wire.ts";

export interface RecordedLine {
  readonly from: Role;
  /** As it stood on the wire, without its newline. */
  readonly text: string;
}

export interface RecordedAgent extends AsyncDisposable {
  readonly transcript: Transcript;
  /** Resolves when everything was played; rejects if the client leaves before, with what it had still to send. */
  readonly played: Promise<void>;
  /** Resolves when the client has ended or the connection broke. */
  readonly closed: Promise<void>;
}

/** Reads JSON Lines of `{ from, text }`. */
export function readRecording(jsonLines: string): readonly RecordedLine[] {
  const lines = jsonLines.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const { from, text }: RecordedLine = JSON.parse(line);
    return { from, text };
  });
}

export function recordedAgent(wire: Wire, recording: readonly RecordedLine[]): RecordedAgent {
  const lines = recording.map(({ from, text }) => ({ from, ...readLine(text) }));
  const transcript = keepTranscript();
  const arrived = createArrivals();
  const liveIds = new Map<JsonRpcId, JsonRpcId>();
  const toCome = countRequests(lines);

  const closed = read();
  const played = play();
  // A test of a client that leaves on purpose does not await it.
  played.catch(() => {});
  return { transcript, played, closed, [Symbol.asyncDispose]: () => wire.drop() };

  async function play() {
    for (const { from, text, message } of lines) {
      if (from === "agent") await send(message && isResponse(message) ? answerNow(message) : text);
      else if (message) {
        const live = await arrived.next(message);
        if (isRequest(live) && isRequest(message)) liveIds.set(message.id, live.id);
      }
    }
  }

  /** The answer to a recorded request, under the id that the live one has. */
  function answerNow(message: AnyMessage & { readonly id: JsonRpcId }): string {
    return JSON.stringify({ ...message, id: liveIds.get(message.id) ?? message.id });
  }

  async function read() {
    try {
      for await (const line of wire.lines) {
        transcript.record({ from: "client", ...line });
        if (line.message) await take(line.message);
      }
    } catch {
      // The connection broke, which ends it just the same.
    }
    transcript.end();
    arrived.end();
  }

  async function take(message: AnyMessage) {
    if (isRequest(message) && !isExpected(message)) await send(refusal(message));
    else arrived.add(message);
  }

  function isExpected({ method }: AnyRequest): boolean {
    const left = toCome.get(method) ?? 0;
    toCome.set(method, left - 1);
    return left > 0;
  }

  async function send(text: string) {
    transcript.record({ from: "agent", ...readLine(text) });
    await wire.write(`${text}\n`);
  }
}

/** What the client has sent and the recording has not asked for yet. */
function createArrivals() {
  const messages: AnyMessage[] = [];
  let isOver = false;
  let news = Promise.withResolvers<void>();
  return {
    add(message: AnyMessage) {
      messages.push(message);
      news.resolve();
      news = Promise.withResolvers();
    },
    /** The client has gone. */
    end() {
      isOver = true;
      news.resolve();
    },
    /** Waits for the counterpart of a recorded message. */
    async next(recorded: AnyMessage): Promise<AnyMessage> {
      for (;;) {
        const index = messages.findIndex((message) => fits(message, recorded));
        const [message] = index === -1 ? [] : messages.splice(index, 1);
        if (message) return message;
        if (isOver) throw new Error(`The client left and never sent ${nameOf(recorded)}`);
        await news.promise;
      }
    },
  };
}

function refusal({ id, method }: AnyRequest): string {
  const error = { code: -32601, message: "The recording has no such request", data: { method } };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function countRequests(lines: readonly (WireLine & { readonly from: Role })[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { from, message } of lines) {
    if (from !== "client" || !message || !isRequest(message)) continue;
    counts.set(message.method, (counts.get(message.method) ?? 0) + 1);
  }
  return counts;
}

/** The agent's own ids are those of the recording, so an answer is known by its id. */
function fits(message: AnyMessage, recorded: AnyMessage): boolean {
  if (isResponse(message) || isResponse(recorded)) {
    return isResponse(message) && isResponse(recorded) && message.id === recorded.id;
  }
  const isSame = message.method === recorded.method && isRequest(message) === isRequest(recorded);
  return isSame && sessionOf(message.params) === sessionOf(recorded.params);
}

function sessionOf(params: unknown): unknown {
  return isObject(params) ? params["sessionId"] : undefined;
}

function nameOf(message: AnyMessage): string {
  return isResponse(message) ? `an answer to ${JSON.stringify(message.id)}` : message.method;
}
