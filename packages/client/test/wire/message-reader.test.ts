import type { AnyMessage } from "@agentclientprotocol/sdk";
import { classicNoise } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { createMessageReader } from "../../src/wire/message-reader.ts";
import { substituteForLong } from "../../src/wire/unusable-message.ts";

const hello = { jsonrpc: "2.0", method: "_hello", params: { text: "a\nb\u2028c" } } as const;
const answer = { jsonrpc: "2.0", id: 0, result: { deep: [{ text: 'with "quotes" and } brackets' }, [], {}] } } as const;

it("[R1, B-02, B-10] takes messages for messages and everything else for noise", () => {
  const lines = classicNoise.flatMap((noise) => [noise, JSON.stringify(hello)]);
  const { messages, noise } = read(lines.join("\n"));
  expect(messages).toEqual(classicNoise.map(() => hello));
  expect(noise).toEqual(classicNoise.filter((line) => line !== ""));
});

it.each([
  ["a scalar", "42"],
  ["a string", '"x"'],
  ["a batch [R6]", `[${JSON.stringify(hello)}]`],
  ["a JSON log with the id of an open request", '{"id":1,"level":"info"}'],
  ["a message of another version", '{"jsonrpc":"1.0","id":1,"result":{}}'],
  ["an envelope without content", '{"jsonrpc":"2.0","id":1}'],
  ["a method that is no string", '{"jsonrpc":"2.0","id":1,"method":7}'],
  ["an id that is none", '{"jsonrpc":"2.0","id":{},"result":1}'],
  ["half a message", '{"jsonrpc":"2.0","id":1,"result":"'],
])("[B-10] %s is noise", (_, line) => {
  expect(read(`${line}\n`)).toEqual({ messages: [], noise: [line], texts: [] });
});

it("[R4] takes CRLF, blank lines, a byte order mark and spaces around a message", () => {
  const text = JSON.stringify(hello);
  const { messages, noise, texts } = read(`\uFEFF${text}\r\n\r\n\n  ${text}\t\r\n`);
  expect(messages).toEqual([hello, hello]);
  expect(texts).toEqual([text, text]);
  expect(noise).toEqual([]);
});

it("[R3] reads the same messages however the bytes were cut, also within a character", () => {
  const message = { ...hello, params: { text: "✂ 🪚 é" } };
  const text = `plain\n${JSON.stringify(message)}\r\n\nlast without end`;
  for (let size = 1; size < 12; size += 1) {
    expect(read(text, { size })).toMatchObject({ messages: [message], noise: ["plain", "last without end"] });
  }
});

it("[B-12] puts a message together that was printed over several lines", () => {
  const pretty = JSON.stringify(answer, null, 2);
  const { messages, texts } = read(`${pretty}\n${JSON.stringify(hello, null, 4).replaceAll("\n", "\r\n")}\r\n`);
  expect(messages).toEqual([answer, hello]);
  expect(texts[0]).toBe(pretty);
});

it("[B-12] does not let a lost bracket swallow the messages after it", () => {
  const lost = ['{ "starting":', "{", '{ "a": [1,', "} {"];
  const { messages, noise } = read([...lost, JSON.stringify(hello), "{", JSON.stringify(answer)].join("\n"));
  expect(messages).toEqual([hello, answer]);
  expect(noise).toEqual([...lost, "{"]);
});

it("[B-12] takes a pretty log for noise, and what cannot be JSON at once", () => {
  const log = JSON.stringify({ level: "info", id: 0 }, null, 2);
  const { messages, noise } = read(`${log}\n{ listening on "stdio\n${JSON.stringify(hello, null, 2)}\n`);
  expect(messages).toEqual([hello]);
  expect(noise).toEqual([...log.split("\n"), '{ listening on "stdio']);
});

it("keeps what was begun and never ended as noise", () => {
  expect(read('{\n  "jsonrpc": "2.0",\n').noise).toEqual(["{", '  "jsonrpc": "2.0",']);
});

it("[B-03] fails the request whose response is too long", () => {
  const maxBytes = 1024 * 1024;
  const long = "x".repeat(50);
  expect(substituteForLong(`{"jsonrpc":"2.0","id":7,"result":{"text":"${long}`, { maxBytes })).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32603, message: "The response exceeds the limit of 1 MiB" },
  });
  const request = `{"jsonrpc":"2.0","id":"a","method":"fs/write_text_file","params":{"content":"${long}`;
  expect(substituteForLong(request, { maxBytes })).toEqual({ jsonrpc: "2.0", id: "a", method: "fs/write_text_file" });
  const update = `{"jsonrpc":"2.0","method":"session/update","params":{"update":{"id":1,"text":"${long}`;
  expect(substituteForLong(update, { maxBytes })).toBeUndefined();
});

function read(text: string, { size = Infinity } = {}) {
  const messages: AnyMessage[] = [];
  const texts: string[] = [];
  const noise: string[] = [];
  const reader = createMessageReader({
    maxBytes: 100_000,
    onMessage(message, text) {
      messages.push(message);
      texts.push(text);
    },
    onNoise: (line) => void noise.push(line),
    onTooLong: () => {},
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return { messages, noise, texts };
}
