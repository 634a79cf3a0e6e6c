import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText } from "../../../../tooling/any-text.ts";
import { boundResult } from "../../src/call/result/bound-result.ts";
import { headOf, tailOf } from "../../src/call/result/cut-text.ts";
import { keptInMemory } from "./kept-in-memory.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const SENTENCE = /\[(\d+) of (\d+) characters omitted here\. All of it is in [^\]]+\.\]/;

// Every code unit, with halves of code points; whole characters of many code points; lines.
const codeUnits = fc.array(fc.nat({ max: 0xff_ff }), { maxLength: 400 }).map((units) => String.fromCharCode(...units));
const graphemes = fc.array(fc.constantFrom("a", "é", "e\u0301", "\r\n", "👩‍👩‍👧‍👦", "🇫🇷", "한", "नि"), { maxLength: 150 });
const lines = fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }).map((all) => all.join("\n"));
const texts = fc.oneof(
  codeUnits,
  graphemes.map((all) => all.join("")),
  lines,
  anyText({ maxLength: 400 }),
);

describe("for any text", () => {
  it("the beginning and the end are parts of it, not longer than asked for, and not half a code point", () => {
    fc.assert(
      fc.property(
        texts.map((text) => text.toWellFormed()),
        fc.nat({ max: 500 }),
        (text, characters) => {
          const [head, tail] = [headOf(text, characters), tailOf(text, characters)];
          expect(text.startsWith(head)).toBe(true);
          expect(text.endsWith(tail)).toBe(true);
          for (const piece of [head, tail]) {
            expect(piece.length).toBeLessThanOrEqual(characters);
            expect(piece.isWellFormed()).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("no character is cut in two", () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    // Up to the length of the window in which characters are looked for.
    const short = fc.array(fc.constantFrom("a", "e\u0301", "\r\n", "👩‍👩‍👧‍👦", "🇫🇷", "नि"), { maxLength: 10 });
    fc.assert(
      fc.property(short, fc.nat({ max: 60 }), (characters, room) => {
        const text = characters.join("");
        const boundaries = new Set([text.length, ...Array.from(segmenter.segment(text), ({ index }) => index)]);
        expect(boundaries).toContain(headOf(text, room).length);
        expect(boundaries).toContain(text.length - tailOf(text, room).length);
      }),
      { numRuns: 500 },
    );
  });

  it("a line's end that is near is where it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 10 }), { minLength: 20 }),
        (all) => {
          const text = all.map((line) => `${line.replaceAll("\n", "")}\n`).join("");
          fc.pre(text.length > 100);
          expect(headOf(text, 100).at(-1)).toBe("\n");
          expect(text.at(-tailOf(text, 100).length - 1)).toBe("\n");
        },
      ),
    );
  });

  it("a character of a thousand code points is cut, but not within a code point", () => {
    const endless = `${"x".repeat(300)}${"\u0301".repeat(999)}😀${"\u200D😀".repeat(300)}`;
    for (let room = 250; room < 1_500; room += 1) {
      expect(headOf(endless, room).isWellFormed()).toBe(true);
      expect(headOf(endless, room).length).toBeGreaterThanOrEqual(room - 64);
      expect(tailOf(endless, room).isWellFormed()).toBe(true);
      expect(tailOf(endless, room).length).toBeGreaterThanOrEqual(room - 64);
    }
  });
});

describe("for any result", () => {
  const block = fc.oneof(
    { weight: 4, arbitrary: texts.map((text) => ({ type: "text", text })) },
    fc.constant({ type: "image", data: "AAAA", mimeType: "image/png" }),
    anyText().map((path) => ({ type: "resource_link", uri: `https://example.com/${encodeURI(path)}`, name: "it" })),
    texts.map((text) => ({ type: "resource", resource: { uri: "a:b", text } })),
    fc.jsonValue({ maxDepth: 2 }),
  );

  it("the words fit, are well formed, and what is missing is in the file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 8 }), fc.nat({ max: 1_500 }), async (content, characters) => {
        const { keep, kept } = keptInMemory();
        const { parts } = await boundResult({ content }, { characters, keep });
        const words = parts.flatMap((part) => ("text" in part ? [part.text] : []));
        const length = words.join("").length;
        expect(words.every((text) => text.isWellFormed() && text !== "")).toBe(true);
        expect(parts.filter(({ type }) => type === "image")).toHaveLength(countImages(content));

        const found = words.map((text) => SENTENCE.exec(text)).find((found) => found !== null);
        const [sentence = "", leftOut = 0, total = length] = found ?? [];
        expect(kept).toHaveLength(found ? 1 : 0);
        expect(length).toBeLessThanOrEqual(Math.max(characters, sentence.length));

        // What stands before the sentence is how the file begins, and what stands after it is how the file ends.
        const everything = (kept[0] && "texts" in kept[0] ? kept[0].texts : words).join("");
        const [before = "", after = ""] = found ? words.join("").split(sentence) : [everything];
        expect(everything.startsWith(before) || everything.startsWith(before.slice(0, -1))).toBe(true);
        expect(everything.endsWith(after) || everything.endsWith(after.slice(1))).toBe(true);

        // The numbers are right, but for the line breaks around the sentence.
        const shown = everything.length - Number(leftOut);
        expect(Number(total)).toBe(everything.length);
        expect(before.length + after.length - shown).toBeGreaterThanOrEqual(0);
        expect(before.length + after.length - shown).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });
});

function countImages(content: readonly unknown[]): number {
  return content.filter((block) => typeof block === "object" && block !== null && "mimeType" in block).length;
}
