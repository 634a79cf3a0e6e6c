import type { PassThrough } from "node:stream";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { openJoined, readBytes } from "./joined.ts";
import { schemaSamples } from "./schema-samples.ts";

describe("every message leaves with the bytes it came with", () => {
  const samples = schemaSamples();

  it.each(["client", "agent"] as const)("each one of the official schemas, from the %s", async (from) => {
    const messages = samples.filter((sample) => sample.from === from);
    expect(messages.length).toBeGreaterThan(90);
    const lines = messages.flatMap(({ message }) => costumes(message));
    await expectUnchanged(from, lines);
  });

  it.each(["client", "agent"] as const)("what no schema has, from the %s", async (from) => {
    await expectUnchanged(from, [
      '{"jsonrpc":"2.0","method":"_acme/unheard","params":[1,2,[3]]}\n',
      '{"jsonrpc":"2.0","id":"a-b","method":"future/method","params":null}\n',
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"x","params":{"n":12345678901234567890.10,"e":1E400}}\n',
      '{"id":0.5,"method":"session/prompt","jsonrpc":"2.0","params":{"b":1,"a":2,"10":1,"9":2,"a":3}}\r\n',
      '   {"jsonrpc" : "2.0" ,\t"id":null,"error":{"code":-1,"message":"\\u00e9\\ud800","data":{}},"more":true}  \n',
      '{"jsonrpc":"2.0","id":3,"result":null,"_meta":{"traceparent":"00-80e1afed08e019fc1110464cfa66635c"}}\n',
      `{"jsonrpc":"2.0","method":"long","params":"${"x".repeat(200_000)}"}\n`,
      '\ufeff{"jsonrpc":"2.0","method":"mark","params":{}}\n',
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","method":"bytes","params":"'),
        Buffer.of(0xff, 0xc3),
        Buffer.from('"}\n'),
      ]),
    ]);
  });

  it("what is not JSON-RPC at all, from the client: the agent refuses it", async () => {
    await expectUnchanged("client", [
      "\n",
      "hello\n",
      "[1,2\n",
      '[{"jsonrpc":"2.0","method":"a"}]\n',
      "null\n",
      "{}\n",
    ]);
  });

  it.each(["client", "agent"] as const)("however its bytes are split, from the %s", async (from) => {
    const message = fc.record({
      jsonrpc: fc.constant("2.0"),
      id: fc.oneof(fc.integer(), fc.string()),
      method: fc.string(),
      params: fc.jsonValue(),
    });
    const lines = fc.array(
      message.map((value) => `${JSON.stringify(value)}\n`),
      { minLength: 1, maxLength: 8 },
    );
    const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, cuts, async (texts, sizes) => await expectUnchanged(from, texts, sizes)),
      { numRuns: 60 },
    );
  });
});

describe("the exceptions", () => {
  it("[B-02] [B-10] what the agent writes beside its messages is kept from the client", async () => {
    const { agent, client, noise } = openJoined();
    agent.writes.write('Loading…\n{"level":"info","id":1}\n\n{"jsonrpc":"2.0","method":"a"}\n[1,2]\nbye\n');
    const expected = '{"jsonrpc":"2.0","method":"a"}\n';
    agent.writes.end(expected);
    expect(await text(client.reads, 2 * expected.length)).toBe(expected + expected);
    expect(noise).toEqual(["Loading…", '{"level":"info","id":1}', "[1,2]", "bye"]);
  });

  it("[B-12] a message of the agent that is spread over several lines leaves as one", async () => {
    const { agent, client } = openJoined();
    agent.writes.write('{\n  "jsonrpc": "2.0",\r\n  "method": "a",\n  "params": 12345678901234567890\n}\n');
    const expected = '{   "jsonrpc": "2.0",   "method": "a",   "params": 12345678901234567890 }\n';
    expect(await text(client.reads, expected.length)).toBe(expected);
  });

  it("a last line without a line feed gets one", async () => {
    const { agent, client } = openJoined();
    client.writes.write("x\n");
    agent.writes.end('{"jsonrpc":"2.0","method":"a"}');
    expect(await text(client.reads, 31)).toBe('{"jsonrpc":"2.0","method":"a"}\n');
  });

  it("[B-03] a message that nests too deep fails its own request only, in either direction", async () => {
    const { agent, client, warnings } = openJoined();
    const deep = (before: string) => `{"jsonrpc":"2.0","id":5,${before}${"[".repeat(5_000)}${"]".repeat(5_000)}}\n`;
    const problem = "The message nests deeper than the limit of 200 levels";
    const ping = '{"jsonrpc":"2.0","method":"a"}\n';

    client.writes.write(deep('"method":"x","params":') + ping);
    expect(await line(client.reads)).toEqual({ jsonrpc: "2.0", id: 5, error: { code: -32_600, message: problem } });
    expect(await text(agent.reads, ping.length)).toBe(ping);

    agent.writes.write(deep('"method":"x","params":') + deep('"result":') + ping);
    expect(await line(agent.reads)).toEqual({ jsonrpc: "2.0", id: 5, error: { code: -32_600, message: problem } });
    expect(await line(client.reads)).toEqual({ jsonrpc: "2.0", id: 5, error: { code: -32_603, message: problem } });
    expect(await text(client.reads, ping.length)).toBe(ping);
    expect(warnings).toEqual([problem, problem, problem]);
  });
});

/** The same message as different programs write it. */
function costumes(message: Readonly<Record<string, unknown>>): readonly string[] {
  const { jsonrpc, ...rest } = message;
  return [
    `${JSON.stringify(message)}\n`,
    `${JSON.stringify({ ...rest, _meta: { "acme.dev/trace": [null] }, unknown: { deep: [1.5] }, jsonrpc })}\r\n`,
    `${JSON.stringify(message, undefined, 1).replaceAll("\n", "\t")}\n`,
    `${JSON.stringify(message)
      .replaceAll(":12", ":1.20E1")
      .replaceAll("é", String.raw`\u00E9`)}\n`,
  ];
}

async function expectUnchanged(
  from: "client" | "agent",
  lines: readonly (string | Uint8Array)[],
  cuts: readonly number[] = [],
): Promise<void> {
  const joined = openJoined();
  const [source, target] = from === "client" ? [joined.client, joined.agent] : [joined.agent, joined.client];
  const whole = Buffer.concat(lines.map((part) => Buffer.from(part)));
  writeInPieces(source.writes, whole, cuts);
  expect((await readBytes(target.reads, whole.length)).equals(whole)).toBe(true);
  expect(joined.noise).toEqual([]);
  expect(joined.warnings).toEqual([]);
  joined.client.writes.end();
  await joined.end;
}

function writeInPieces(stream: PassThrough, bytes: Buffer, sizes: readonly number[]): void {
  let at = 0;
  for (const size of sizes) {
    if (size > 0 && at < bytes.length) stream.write(bytes.subarray(at, at + size));
    at += size;
  }
  if (at < bytes.length) stream.write(bytes.subarray(at));
}

async function text(stream: PassThrough, length: number): Promise<string> {
  return (await readBytes(stream, length)).toString();
}

async function line(stream: PassThrough): Promise<unknown> {
  let read = "";
  while (!read.endsWith("\n")) read += (await readBytes(stream, 1)).toString();
  return JSON.parse(read);
}

it("[R163] answers of our own have the digits of an id that JavaScript cannot hold, in either direction", async () => {
  const ids = ["9007199254740993", "9007199254740992"];
  const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
  const { client, agent } = openJoined();
  for (const id of ids) client.writes.write(`{"jsonrpc":"2.0","id":${id},"method":"a"}\n`);
  agent.writes.write(`{"jsonrpc":"2.0","id":${ids[0]},"method":"b","params":${deep}}\n`);
  const asked = '{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}\n'.length * 2;
  const answer = '{"jsonrpc":"2.0","id":9007199254740993,';
  expect(String(await readBytes(agent.reads, asked + answer.length)).slice(asked)).toContain(answer);
  agent.writes.end();
  const [one, other] = String(await readBytes(client.reads, answer.length * 4)).split("\n");
  expect([one, other].map((line) => /"id":(\d+),"error"/.exec(line ?? "")?.[1])).toEqual(ids);
});
