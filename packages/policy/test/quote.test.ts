import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText } from "../../../tooling/any-text.ts";
import { quote } from "../src/quote.ts";

describe("[K-08] a quoted name", () => {
  it("begins and ends with the only bare quotes in it, and every character can be seen", () => {
    const odd = fc.constantFrom('"', "\\", "u{", "\n", "\r", "\u202e", "\u200b", "\u2028", "\ud800", "\0", "a");
    const name = fc.array(fc.oneof(odd, anyText()), { maxLength: 10 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(name, (name) => {
        const quoted = quote(name, 1_000);
        expect(quoted).toMatch(/^"(?:[^"\\]|\\["\\]|\\u\{[0-9a-f]+\})*"$/);
        expect(quoted).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it("is cut where it is too long", () => {
    expect(quote("a".repeat(500))).toBe(`"${"a".repeat(120)}…"`);
  });
});
