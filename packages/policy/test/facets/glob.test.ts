import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { matchesGlob, matchesSequence } from "../../src/facets/glob.ts";

const glob = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });

describe("a glob", () => {
  it("matches as the regular expression that says the same would", () => {
    fc.assert(
      fc.property(glob, text, (pattern, text) => {
        expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(text));
      }),
    );
  });

  it("that covers another matches all that the other matches", () => {
    fc.assert(
      fc.property(glob, glob, text, (outer, inner, text) => {
        fc.pre(matchesGlob(outer, inner) && matchesGlob(inner, text));
        expect(matchesGlob(outer, text)).toBe(true);
      }),
    );
  });

  it("knows no other special sign", () => {
    expect(matchesGlob("a.c", "abc")).toBe(false);
    expect(matchesGlob("a?[b](c)|\\*", "a?[b](c)|\\anything")).toBe(true);
  });

  it("takes steps in proportion to both lengths, however it is built", () => {
    const pattern = `${"*a".repeat(50)}b`;
    const text = "a".repeat(2_000);
    let steps = 0;
    const matches = matchesSequence(pattern, text, { star: "*", matches: (one, other) => (steps++, one === other) });
    expect(matches).toBe(false);
    expect(steps).toBeLessThanOrEqual(pattern.length * text.length);
  });
});
