import { once } from "node:events";
import { PassThrough } from "node:stream";

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";

import { AgentError } from "../../src/agent-error.ts";
import { type AgentWireOptions, openAgentWire } from "../../src/wire/agent-wire.ts";
import { createBreather } from "../../src/wire/breather.ts";

const gone = new AgentError("agent_exited", "gone");

it("delivers a message when it is recorded, and never before", async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  await using wire = openWire({
    async record({ text }) {
      log.push(`recording ${text}`);
      if (text.includes('"one"')) await first.promise;
      log.push(`recorded ${text}`);
    },
    deliver(_, message) {
      log.push(`delivered ${JSON.stringify(message)}`);
      return { isForSdk: true };
    },
  });
  const [one, two] = [note("one"), note("two")];
  wire.stdout.write(`${one}\n${two}\n`);
  const reading = wire.reader.read();
  // Both records are begun at once, so that a journal can write them together; neither message has moved.
  await expect.poll(() => log).toEqual([`recording ${one}`, `recording ${two}`, `recorded ${two}`]);
  first.resolve();
  expect((await reading).value).toEqual(JSON.parse(one));
  expect((await wire.reader.read()).value).toEqual(JSON.parse(two));
  expect(log.slice(3)).toEqual([`recorded ${one}`, `delivered ${one}`, `delivered ${two}`]);
});

it("records and delivers what comes through what stands in between, and sends what goes through it", async () => {
  const recorded: string[] = [];
  const changed = (): TransformStream<AnyMessage, AnyMessage> =>
    new TransformStream({ transform: (_, to) => to.enqueue({ jsonrpc: "2.0", method: "_changed" }) });
  await using wire = openWire({
    record: ({ from, text }) => void recorded.push(`${from} ${text}`),
    through({ readable, writable }) {
      const onward = changed();
      void onward.readable.pipeTo(writable);
      return { readable: readable.pipeThrough(changed()), writable: onward.writable };
    },
  });
  wire.stdout.write(`${note("one")}\n`);
  expect((await wire.reader.read()).value).toEqual({ jsonrpc: "2.0", method: "_changed" });
  await wire.writer.write({ jsonrpc: "2.0", method: "_sent" });
  const [chunk] = await once(wire.stdin, "data");
  expect(String(chunk)).toBe('{"jsonrpc":"2.0","method":"_changed"}\n');
  expect(recorded).toEqual([
    'agent {"jsonrpc":"2.0","method":"_changed"}',
    'client {"jsonrpc":"2.0","method":"_sent"}',
  ]);
});

it("[R2, R4] sends one line for each message, recorded first", async () => {
  const recorded: string[] = [];
  await using wire = openWire({ record: ({ from, text }) => void recorded.push(`${from} ${text}`) });
  const message = { jsonrpc: "2.0", method: "_x", params: { text: "a\nb\r\nc\u2028d" } } as const;
  await wire.writer.write(message);
  const [chunk] = await once(wire.stdin, "data");
  expect(String(chunk)).toBe(`${JSON.stringify(message)}\n`);
  expect(String(chunk).trimEnd()).not.toMatch(/[\r\n]/);
  expect(recorded).toEqual([`client ${JSON.stringify(message)}`]);
});

it("[R2] sends a message with a large string in it as the same line, and records that", async () => {
  const recorded: string[] = [];
  await using wire = openWire({ record: ({ text }) => void recorded.push(text) });
  const params = { list: [{ text: "\u00e9\u{1f600}x".repeat(70_000) }, "y"], n: 1 };
  const text = JSON.stringify({ jsonrpc: "2.0", method: "_x", params });
  void wire.writer.write({ jsonrpc: "2.0", method: "_x", params });
  let line = "";
  wire.stdin.setEncoding("utf8").on("data", (chunk: string) => void (line += chunk));
  await expect.poll(() => line.endsWith("\n")).toBe(true);
  expect([line === `${text}\n`, recorded[0] === text]).toEqual([true, true]);
});

it("delivers nothing that cannot be recorded, answers our requests with the reason, and stays open", async () => {
  const delivered: AnyMessage[] = [];
  let isFull = true;
  await using wire = openWire({
    record: () => (isFull ? Promise.reject(new Error("disk full")) : undefined),
    deliver(_, message) {
      delivered.push(message);
      return { isForSdk: true };
    },
  });
  wire.stdout.write(`${note("one")}\n`);
  const request = { jsonrpc: "2.0", id: 1, method: "session/prompt", params: {} } as const;
  await wire.writer.write(request);
  const answer = { jsonrpc: "2.0", id: 1, error: { code: -32600, message: "disk full" } };
  expect((await wire.reader.read()).value).toEqual(answer);
  expect(delivered).toEqual([request, answer]);
  expect(wire.stdin.read()).toBeNull();
  isFull = false;
  wire.stdout.write(`${note("two")}\n`);
  expect((await wire.reader.read()).value).toEqual(JSON.parse(note("two")));
});

it("delivers both directions in the order of the record", async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  await using wire = openWire({
    record: ({ from }) => (from === "agent" ? first.promise : undefined),
    deliver(from) {
      log.push(from);
      return { isForSdk: true };
    },
  });
  wire.stdout.write(`${note("one")}\n`);
  await new Promise((resolve) => setImmediate(resolve));
  await wire.writer.write({ jsonrpc: "2.0", method: "_x" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual([]);
  first.resolve();
  await wire.reader.read();
  await expect.poll(() => log).toEqual(["agent", "client"]);
});

it("[C3] fails what an agent's message that nests too deep belongs to, and reads on", async () => {
  const recorded: string[] = [];
  await using wire = openWire({ record: ({ text }) => void recorded.push(text) });
  const deep = `${'{"a":'.repeat(4_500)}1${"}".repeat(4_500)}`;
  wire.stdout.write(`{"jsonrpc":"2.0","id":1,"result":${deep}}\n`);
  wire.stdout.write(`{"jsonrpc":"2.0","id":2,"method":"fs/read_text_file","params":${deep}}\n`);
  wire.stdout.write(`{"jsonrpc":"2.0","method":"session/update","params":${deep}}\n${note("one")}\n`);
  const message = "The response nests deeper than the limit of 200 levels";
  expect((await wire.reader.read()).value).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32603, message } });
  expect((await wire.reader.read()).value).toEqual({ jsonrpc: "2.0", id: 2, method: "fs/read_text_file" });
  expect((await wire.reader.read()).value).toEqual(JSON.parse(note("one")));
  expect(recorded).toEqual([note("one")]);
});

it("[B-04] says why it ended after everything that came before", async () => {
  await using wire = openWire({});
  wire.stdout.end(`${note("one")}\n${note("two")}`);
  await wire.reader.read();
  expect((await wire.reader.read()).value).toEqual(JSON.parse(note("two")));
  await expect(wire.reader.read()).rejects.toBe(gone);
});

it("[B-09] reads far ahead of a slow listener, but not without bound", async () => {
  const release = Promise.withResolvers<void>();
  await using wire = openWire({ deliver: () => ({ isForSdk: false, done: release.promise }) });
  const reading = wire.reader.read();
  const line = `${note("x".repeat(1024 * 1024))}\n`;
  let written = 0;
  const hasRoom = () => written < 200 && wire.stdout.writableLength < 4 * 1024 * 1024;
  for (; hasRoom(); written += 1) {
    wire.stdout.write(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBeGreaterThan(60);
  expect(written).toBeLessThan(80);
  release.resolve();
  wire.stdout.end();
  await expect(reading).rejects.toBe(gone);
});

it("lets the rest of the program run while it works off a burst", async () => {
  await using wire = openWire({
    deliver() {
      const until = performance.now() + 1;
      while (performance.now() < until); // Each message is work.
      return { isForSdk: false };
    },
  });
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  wire.stdout.end(`${note("x")}\n`.repeat(100));
  await expect(wire.reader.read()).rejects.toBe(gone);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});

function note(text: string): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "_note", params: { text } });
}

function openWire(options: Partial<AgentWireOptions>) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { readable, writable } = openAgentWire({
    stdin,
    stdout,
    breathe: createBreather(),
    onNoise: () => {},
    deliver: () => ({ isForSdk: true }),
    end: async () => gone,
    ...options,
  });
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  reader.closed.catch(() => {});
  writer.closed.catch(() => {});
  return {
    stdin,
    stdout,
    reader,
    writer,
    async [Symbol.asyncDispose]() {
      await reader.cancel().catch(() => {});
      stdin.destroy();
      stdout.destroy();
    },
  };
}
