import { seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

import { createLineSplitter } from "../../src/wire/line-splitter.ts";

it("[R3] gives the same lines however the bytes were cut, also within a character", () => {
  const text = "plain\nwith ✂ and 🪚 and é\n\r\n\nlast without end";
  const random = seededRandom(7);
  for (let round = 0; round < 200; round += 1) {
    expect(linesOf(cutAnywhere(Buffer.from(text), random))).toEqual(text.split("\n"));
  }
});

it("ends without a line if nothing came after the last newline", () => {
  expect(linesOf([Buffer.from("one\n")])).toEqual(["one"]);
  expect(linesOf([])).toEqual([]);
});

it("[B-03] skips a line that is too long, shows its beginning, and goes on", () => {
  const heads: string[] = [];
  const lines: string[] = [];
  const splitter = createLineSplitter({
    largestLine: 10,
    onLine: (line) => void lines.push(line),
    onTooLong: (head) => void heads.push(head),
  });
  for (const piece of ["short\n", "0123456", "789ab", "cdef", "\nnext\n"]) splitter.push(Buffer.from(piece));
  splitter.end();
  expect(lines).toEqual(["short", "next"]);
  expect(heads).toEqual(["0123456789ab"]);
});

function linesOf(chunks: readonly Uint8Array[]): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter({
    largestLine: 1000,
    onLine: (line) => void lines.push(line),
    onTooLong: () => {},
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

function cutAnywhere(bytes: Buffer, random: () => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = 1 + Math.floor(random() * 8);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
