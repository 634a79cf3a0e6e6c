import { linkedPair, rechunked } from "@tenon/testkit";
import { byteWire, messageWire, type WireLine } from "@tenon/testkit/acp";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

const message = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "Grüße 👋" } } as const;

describe("a wire over bytes", () => {
  it.each([
    ["not JSON", "Welcome back!"],
    ["not JSON", '{"jsonrpc": "2.0",'],
    ["an empty line", ""],
    ["an empty line", "  \r"],
    ["a JSON number, not an object", "42"],
    ["a JSON null, not an object", "null"],
    ["a batch, which ACP does not have", JSON.stringify([message])],
    ['not marked as jsonrpc "2.0"', '{"level":"info","id":1}'],
    ["neither a request, a notification nor a response", '{"jsonrpc":"2.0","id":1}'],
    ["a method that is not a string", '{"jsonrpc":"2.0","method":1}'],
    ["an id that is neither string, number nor null", '{"jsonrpc":"2.0","id":{},"method":"x"}'],
    ["a request and a response at once", '{"jsonrpc":"2.0","id":1,"method":"x","result":{}}'],
    ["a response without an id", '{"jsonrpc":"2.0","result":{}}'],
    ["a response with both a result and an error", '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}'],
    ["an error that is not an object", '{"jsonrpc":"2.0","id":1,"error":"bad"}'],
    ["an error whose code is not an integer", '{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}'],
    ["an error without a message", '{"jsonrpc":"2.0","id":1,"error":{"code":1}}'],
  ])("[R1][R7] finds %s", async (problem, text) => {
    const [line] = await received([`${text}\n`]);
    expect(line).toEqual({ text, problem });
  });

  it("[R3] finds bytes that are not UTF-8", async () => {
    const [line] = await received([Buffer.from([0x22, 0xff, 0x22, 0x0a])]);
    expect(line?.problem).toBe("not valid UTF-8");
  });

  it("[R3] puts characters together again that were cut between bytes", async () => {
    const pair = linkedPair<Uint8Array>();
    const wire = byteWire(rechunked(pair.left, { type: "every", bytes: 1 }));
    const writer = pair.right.writable.getWriter();
    await Promise.all([writer.write(Buffer.from(`${JSON.stringify(message)}\n`)), writer.close()]);
    expect((await all(wire.lines)).map(({ message }) => message)).toEqual([message]);
  });

  it("takes a message from a line that has faults, and names them", async () => {
    const text = JSON.stringify(message);
    expect(await received([`${text}\r\n${text}`])).toEqual([
      { text: `${text}\r`, message, problem: "ends in CR LF" },
      { text, message, problem: "the last line does not end" },
    ]);
  });

  it("sends any text at all, and ends", async () => {
    const pair = linkedPair<Uint8Array>();
    const wire = byteWire(pair.left);
    await wire.write("half a li");
    await wire.write("ne\n");
    await wire.end();
    await wire.end();
    expect(await all(byteWire(pair.right).lines)).toEqual([{ text: "half a line", problem: "not JSON" }]);
  });

  it("lets go of both directions when dropped", async () => {
    const pair = linkedPair<Uint8Array>();
    const wire = byteWire(pair.left);
    const other = byteWire(pair.right);
    await wire.drop();
    expect(await all(wire.lines)).toEqual([]);
    await expect(all(other.lines)).rejects.toThrow("The peer has gone");
    await expect(other.write("x\n")).rejects.toThrow("The reader has gone");
  });
});

describe("a wire over messages", () => {
  it("carries any JSON value, and refuses other text", async () => {
    const pair = linkedPair<AnyMessage>();
    const wire = messageWire(pair.left);
    await wire.write(`${JSON.stringify(message)}\n`);
    await wire.write("42\n");
    await expect(wire.write("Welcome!\n")).rejects.toThrow(SyntaxError);
    await wire.end();
    expect(await all(messageWire(pair.right).lines)).toEqual([
      { text: JSON.stringify(message), message },
      { text: "42", problem: "a JSON number, not an object" },
    ]);
  });
});

async function received(chunks: readonly (string | Buffer)[]): Promise<WireLine[]> {
  const pair = linkedPair<Uint8Array>();
  const writer = pair.right.writable.getWriter();
  for (const chunk of chunks) await writer.write(Buffer.from(chunk));
  await writer.close();
  return all(byteWire(pair.left).lines);
}

async function all(lines: AsyncIterable<WireLine>): Promise<WireLine[]> {
  const read: WireLine[] = [];
  for await (const line of lines) read.push(line);
  return read;
}
