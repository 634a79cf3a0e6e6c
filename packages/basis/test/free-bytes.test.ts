import { expect, it } from "vitest";

import { createByteLines, freeBytes } from "../src/index.ts";

// The types of Node.js do not have it.
const { Memory } = Reflect.get(globalThis, "WebAssembly") as {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
};

it("frees bytes that have their memory to themselves, and no others", () => {
  const own = new Uint8Array(100_000);
  const shared = new Uint8Array(100_000).subarray(1);
  freeBytes(own);
  freeBytes(shared);
  expect([own.byteLength, own.buffer.detached]).toEqual([0, true]);
  expect([shared.byteLength, shared.buffer.detached]).toEqual([99_999, false]);
});

it("leaves memory alone that cannot be taken from its owner", () => {
  const { buffer } = new Memory({ initial: 1 });
  freeBytes(new Uint8Array(buffer));
  expect(buffer.byteLength).toBe(65_536);
});

it.each([
  { ownsChunks: false, isLineFreed: false, chunks: [65_536, 65_536, 2, 65_536, 1], lines: [131_073, 65_538] },
  { ownsChunks: true, isLineFreed: false, chunks: [0, 0, 2, 0, 1], lines: [131_073, 65_538] },
  { ownsChunks: true, isLineFreed: true, chunks: [0, 0, 2, 0, 1], lines: [0, 0] },
])("frees what long lines leave when it may: $ownsChunks, $isLineFreed", (given) => {
  const lines: Uint8Array[] = [];
  const texts: string[] = [];
  const reader = createByteLines({
    ...given,
    onLine(line) {
      lines.push(line);
      texts.push(Buffer.from(line).toString());
    },
  });
  const chunks = [FULL, FULL, Uint8Array.of(LINE_FEED, LETTER), FULL, Uint8Array.of(LINE_FEED)].map((each) =>
    each.slice(),
  );
  for (const chunk of chunks) reader.push(chunk);
  const full = "x".repeat(FULL.length);
  expect(texts).toEqual([`${full}${full}\n`, `x${full}\n`]);
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual(given.chunks);
  expect(lines.map(({ byteLength }) => byteLength)).toEqual(given.lines);
});

const LINE_FEED = 0x0a;
const LETTER = 0x78;
const FULL = new Uint8Array(65_536).fill(LETTER);
