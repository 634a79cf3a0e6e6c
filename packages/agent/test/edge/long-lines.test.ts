import { describe, expect, it } from "vitest";

import { createLongLines, type LongLine, readLongMessage } from "../../src/index.ts";

describe("[M40] a line that is too long", () => {
  it.each([1, 3, 7, 1_000])("is taken out, whatever comes before and after, in chunks of %i bytes", (size) => {
    const long: LongLine[] = [];
    const lines = createLongLines({ longest: 10, onLong: (line) => void long.push(line) });
    const bytes = Buffer.from("short\n\n123456789\n0123456789\nlong and longer\nlast");
    const read: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...lines.push(bytes.subarray(at, at + size)));
    read.push(...lines.end());
    expect(Buffer.concat(read).toString()).toBe("short\n\n123456789\nlast");
    expect(long.map(({ bytes }) => bytes)).toEqual([11, 16]);
    expect(long.map(({ tail }) => tail.trimEnd().slice(-4))).toEqual(["6789", "nger"]);
  });

  it("is replaced by what stands for it", () => {
    const lines = createLongLines({ longest: 5, onLong: () => "{}" });
    const read = lines.push(Buffer.from("0123456789\nabc\n"));
    expect(Buffer.concat(read).toString()).toBe("{}\nabc\n");
  });
});

describe("[M40] a message that is too long", () => {
  const longest = 64 * 1024 * 1024;
  const read = (head: string, tail = "") => readLongMessage({ bytes: longest + 1, head, tail }, longest);
  const message = "The message is too large: 65 MiB; the limit is 64 MiB";

  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{"a":"', "", 7],
    ['{ "jsonrpc" : "2.0", "method" : "session/prompt", "id" : "x" , "params":{"id":3', "", "x"],
    ['{"jsonrpc":"2.0","method":"session/prompt","params":{"id":3,', '"}],"_meta":null},"id":12}\n', 12],
    ['{"jsonrpc":"2.0","method":"session/prompt","params":{"id":3,', '{"id":3}}\n', null],
    ["no json at all", "", null],
  ])("is answered with an error under its id, if it can be read: %s", (head, tail, id) => {
    expect(read(head, tail)).toEqual({
      problem: message,
      answer: { jsonrpc: "2.0", id, error: { code: -32600, message } },
    });
  });

  it("fails what was asked if it is an answer", () => {
    expect(read('{"jsonrpc":"2.0","id":7,"result":{"content":"')).toEqual({
      problem: message,
      instead: { jsonrpc: "2.0", id: 7, error: { code: -32603, message } },
    });
  });
});
