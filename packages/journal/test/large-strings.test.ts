import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cutLargeStrings, marksIn, restoreLargeStrings } from "../src/store/large-strings.ts";

const large = "a".repeat(8_192);

describe("large strings of a message", () => {
  it("are cut out, each with the same name for the same text", () => {
    const cut = cutLargeStrings(JSON.stringify({ one: large, two: [large, "small"], three: `${large}!` }));
    expect(cut.text.length).toBeLessThan(400);
    expect(marksIn(cut.text)).toEqual(cut.largeStrings.map(({ hash }) => hash));
    expect(new Set(cut.largeStrings.map(({ hash }) => hash)).size).toBe(2);
  });

  it("stay where they are when they are not so large, or the text is no JSON", () => {
    const texts = [
      JSON.stringify({ one: "a".repeat(8_191) }),
      `"${large}`,
      `\u0001 "${large}"`,
      `[${Array.from({ length: 5_000 }, () => '"x"').join(",")}]`,
    ];
    for (const text of texts) expect(cutLargeStrings(text)).toEqual({ text, largeStrings: [] });
  });

  it("come back exactly where they were", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: fc.constantFrom('"', "\\", ":", "x", large, "é") }), fc.json())),
        (parts) => {
          const text = parts.join("");
          const { text: cut, largeStrings } = cutLargeStrings(text);
          const known = new Map(largeStrings.map(({ hash, text: string }) => [hash, string]));
          expect(restoreLargeStrings(cut, (hash) => known.get(hash)!)).toBe(text);
        },
      ),
    );
  });
});
