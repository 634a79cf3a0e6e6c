import { expect, it } from "vitest";

import { mask, unmask } from "../word-masks/word-masks.ts";

const KEY = Uint8Array.of(0x12, 0xa7, 0x00, 0xff);

it("masks as RFC 6455 says, wherever in its buffer a frame begins and however long it is", () => {
  const memory = Uint8Array.from({ length: 128 }, (_, index) => (index * 37) & 0xff);
  for (let start = 0; start < 8; start += 1) {
    for (let length = 0; length < 40; length += 1) {
      const source = memory.slice(start, start + length);
      const masked = source.map((byte, index) => byte ^ (KEY[index & 3] ?? 0));
      const output = new Uint8Array(64);
      mask(memory.subarray(start), KEY, output, start, length);
      expect(output.subarray(start, start + length)).toEqual(masked);
      expect(output.subarray(0, start)).toEqual(new Uint8Array(start));
      expect(output.subarray(start + length)).toEqual(new Uint8Array(64 - start - length));
      unmask(output.subarray(start, start + length), KEY);
      expect(output.subarray(start, start + length)).toEqual(source);
    }
  }
});
