import { seededRandom } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { withEndingsOf, withPlainEndings } from "../../src/files/line-endings.ts";

describe("[L-01] a file keeps its line endings", () => {
  it.each([
    ["all short", "a\nb\n", "a\nX\nb\n", "a\nX\nb\n"],
    ["all long", "a\r\nb\r\n", "a\nX\nb\n", "a\r\nX\r\nb\r\n"],
    ["none at all", "a", "a\nb\n", "a\nb\n"],
    ["mostly long", "a\nb\r\nc\r\n", "a\nb\nX\nY\nc\n", "a\nb\r\nX\r\nY\r\nc\r\n"],
    ["mostly short", "a\nb\r\nc\n", "X\nb\nc\n", "X\nb\r\nc\n"],
    ["a change in the middle", "a\r\nb\nc\r\nd\n", "a\nX\nd\n", "a\r\nX\nd\n"],
    ["nothing left", "a\r\nb\n", "", ""],
  ])("%s", (_, previous, text, expected) => {
    expect(withEndingsOf(previous, text)).toBe(expected);
  });

  it("whether the last line has one is as it was written", () => {
    expect(withEndingsOf("a\r\nb\r\n", "a\nb")).toBe("a\r\nb");
    expect(withEndingsOf("a\r\nb", "a\nb\n")).toBe("a\r\nb\r\n");
  });

  it("a long one that was written stays, and so does a return that stands alone", () => {
    expect(withEndingsOf("a\n", "a\r\nb\n")).toBe("a\r\nb\n");
    expect(withEndingsOf("a\r\n", "a\r\nb\rc\n")).toBe("a\r\nb\rc\r\n");
    expect(withPlainEndings("a\rb\r\nc")).toBe("a\rb\nc");
  });

  it("patterns of replacement are only text", () => {
    expect(withEndingsOf("a\r\n", "$&\n$1\n$$\n")).toBe("$&\r\n$1\r\n$$\r\n");
  });

  it("of any text that is written back as it was read, nothing changes", () => {
    const random = seededRandom(4);
    for (let round = 0; round < 500; round += 1) {
      const parts = Array.from({ length: 12 }, () => ["a", "b", "\n", "\r\n", "\r"][Math.floor(random() * 5)]);
      // A return right before a long ending cannot be distinguished from a part of it.
      const text = parts.join("").replaceAll(/\r+\n/g, "\r\n");
      expect(withEndingsOf(text, withPlainEndings(text))).toBe(text);
    }
  });
});
