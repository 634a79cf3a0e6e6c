/**
 * Lines to and from an ACP peer, before they are parsed as messages.
 *
 * Nothing is dropped and nothing is repaired: a line that breaks a rule arrives with the rule's name, and any text at
 * all can be sent.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import type { Duplex } from "../../duplex.ts";
import { decodeLine, readLine, type WireLine } from "./wire-line.ts";

export interface Wire {
  /** What the peer sends; ends when the peer closes its side. To be read once. */
  readonly lines: AsyncIterable<WireLine>;
  /** Sends text as it is, newlines included. */
  write(text: string): Promise<void>;
  /** Ends our side. May be called twice. */
  end(): Promise<void>;
  /** Lets go of both directions at once, as a crash would. */
  drop(): Promise<void>;
}

/** A wire over bytes, such as a program's stdin and stdout. */
export function byteWire(stream: Duplex<Uint8Array>): Wire {
  const reader = stream.readable.getReader();
  const encoder = new TextEncoder();
  return { lines: readLines(reader), ...sending(stream.writable, reader, (text) => [encoder.encode(text)]) };
}

/** A wire over a stream of messages, such as an ACP `Stream`. It carries any JSON value, but no other text. */
export function messageWire(stream: Duplex<AnyMessage>): Wire {
  const reader = stream.readable.getReader();
  return { lines: readMessages(reader), ...sending(stream.writable, reader, parseLines) };
}

function sending<T>(
  writable: WritableStream<T>,
  reader: ReadableStreamDefaultReader<T>,
  toChunks: (text: string) => T[],
) {
  const writer = writable.getWriter();
  writer.closed.catch(() => {}); // Each write rejects too.
  let ending: Promise<void> | undefined;
  return {
    async write(text: string) {
      for (const chunk of toChunks(text)) await writer.write(chunk);
    },
    // The other side may have gone before.
    end: () => (ending ??= writer.close().catch(() => {})),
    async drop() {
      ending ??= writer.abort(new Error("The peer has gone")).catch(() => {});
      await Promise.all([ending, reader.cancel().catch(() => {})]);
    },
  };
}

const NEWLINE = 0x0a;

async function* readLines(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<WireLine> {
  let parts: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    let rest = next.value;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      yield decodeLine(Buffer.concat([...parts, rest.subarray(0, end)]));
      parts = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield { ...decodeLine(Buffer.concat(parts)), problem: "the last line does not end" };
}

async function* readMessages(reader: ReadableStreamDefaultReader<AnyMessage>): AsyncGenerator<WireLine> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    yield readLine(JSON.stringify(next.value));
  }
}

function parseLines(text: string): AnyMessage[] {
  return text.split("\n").flatMap((line): AnyMessage[] => (line.trim() === "" ? [] : [JSON.parse(line)]));
}
