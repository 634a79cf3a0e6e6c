import { bytePipe, linkedPair, rechunked, type Chunking } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

const TEXT = '{"text":"Grüße 👋 \u2028"}\n{"n":2}\n';

describe("a byte pipe", () => {
  it("cuts everything into single bytes, also inside a character", async () => {
    const chunks = await pushThrough({ type: "every", bytes: 1 }, [TEXT]);
    expect(chunks).toHaveLength(Buffer.byteLength(TEXT));
    expect(Buffer.concat(chunks).toString()).toBe(TEXT);
  });

  it("cuts at random places that the seed decides", async () => {
    const first = await pushThrough({ type: "random", seed: 7, largest: 5 }, [TEXT, TEXT]);
    const again = await pushThrough({ type: "random", seed: 7, largest: 5 }, [TEXT, TEXT]);
    const other = await pushThrough({ type: "random", seed: 8, largest: 5 }, [TEXT, TEXT]);
    const sizes = (chunks: Uint8Array[]) => chunks.map(({ length }) => length);
    expect(sizes(again)).toEqual(sizes(first));
    expect(sizes(other)).not.toEqual(sizes(first));
    expect(Math.max(...sizes(first))).toBeLessThanOrEqual(5);
    expect(Buffer.concat(first).toString()).toBe(TEXT + TEXT);
  });

  it("merges what was written together into one chunk", async () => {
    const chunks = await pushThrough({ type: "merged" }, ["a\n", "b\n", "c\n"]);
    expect(chunks.map((chunk) => Buffer.from(chunk).toString())).toEqual(["a\nb\nc\n"]);
  });

  it("carries both directions of a connection, to the end", async () => {
    const pair = linkedPair<Uint8Array>();
    const left = rechunked(pair.left, { type: "every", bytes: 3 });
    const writer = left.writable.getWriter();
    await writer.write(Buffer.from("hello"));
    await writer.close();
    expect((await readAll(pair.right.readable)).map((chunk) => Buffer.from(chunk).toString())).toEqual(["hel", "lo"]);

    const back = pair.right.writable.getWriter();
    await back.write(Buffer.from("goodbye"));
    await back.close();
    expect(Buffer.concat(await readAll(left.readable)).toString()).toBe("goodbye");
  });
});

async function pushThrough(chunking: Chunking, texts: readonly string[]): Promise<Uint8Array[]> {
  const pipe = bytePipe(chunking);
  const chunks = readAll(pipe.readable);
  const writer = pipe.writable.getWriter();
  await Promise.all([...texts.map((text) => writer.write(Buffer.from(text))), writer.close()]);
  return chunks;
}

async function readAll(readable: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readable) chunks.push(chunk);
  return chunks;
}
