import { describe, expect, it } from "vitest";

import { keepOutputTail } from "../../src/commands/output-tail.ts";

const text = "aé€🦉\n漢字🦉🦉z";
const characters = Array.from(text);

describe("[R105, F-05] the end of the output", () => {
  it.each(Array.from({ length: Buffer.byteLength(text) + 2 }, (_, maxBytes) => maxBytes))(
    "is whole characters within %i bytes, however it came",
    (maxBytes) => {
      const expected = longestEnd(maxBytes);
      for (const parts of [[text], characters, text.split(/(?<=\n)/)]) {
        const tail = keepOutputTail({ maxBytes });
        for (const part of parts) tail.add(part);
        expect(tail.text()).toBe(expected);
        expect(tail.isCut).toBe(expected !== text);
      }
    },
  );

  it("is the same after many small parts as after one large one", () => {
    const tail = keepOutputTail({ maxBytes: 1_000 });
    const parts = Array.from({ length: 35_000 }, (_, index) => `line ${index}\n`);
    for (const part of parts) tail.add(part);
    expect(tail.text()).toBe(parts.join("").slice(-1_000));
  });

  it("is empty, and not cut, before anything came", () => {
    const tail = keepOutputTail({ maxBytes: 10 });
    tail.add("");
    expect(tail.text()).toBe("");
    expect(tail.isCut).toBe(false);
  });
});

function longestEnd(maxBytes: number): string {
  const ends = characters.map((_, index) => characters.slice(index).join(""));
  return ends.find((end) => Buffer.byteLength(end) <= maxBytes) ?? "";
}
