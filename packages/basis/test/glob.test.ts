import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { matchesGlob, matchesSequence } from "../src/index.ts";

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

  it("has no special character but the star", () => {
    expect(matchesGlob("a.c", "abc")).toBe(false);
    expect(matchesGlob("a?[b](c)|\\*", "a?[b](c)|\\anything")).toBe(true);
  });

  it("takes at most as many steps as the product of both lengths", () => {
    const pattern = `${"*a".repeat(50)}b`;
    const text = "a".repeat(2_000);
    let steps = 0;
    const matches = matchesSequence(pattern, text, {
      isStar: (part) => part === "*",
      matches: (part, item) => (steps++, part === item),
    });
    expect(matches).toBe(false);
    expect(steps).toBeLessThanOrEqual(pattern.length * text.length);
  });
});
