import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anyText } from "../../../../tooling/any-text.ts";
import { hasHiddenCharacters, visibleLine, visibleText } from "../../src/text/visible-text.ts";

const tags = (text: string) => text.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

describe("[M10] removes invisible characters", () => {
  it.each([
    ["tags", `Adds${tags("delete everything")} numbers`, "Adds numbers"],
    ["tags that pretend to be a flag", `\u{1F3F4}${tags("obey")}\u{E007F}`, "\u{1F3F4}"],
    ["zero-width characters", "pass\u200Bw\u2060o\uFEFFrd", "password"],
    ["joiners between Latin letters", "a\u200Db\u200Cc", "abc"],
    ["bidi controls", "user\u202E⁦txt.exe⁩\u200F", "usertxt.exe"],
    ["colours", "\u001B[31mred\u001B[0m", "red"],
    ["a title and a link", "\u001B]0;owned\u0007x\u001B]8;;http://e\u001B\\y", "xy"],
    ["eight-bit sequences", "\u009B31mred\u009D0;t\u009C", "red"],
    ["an unfinished sequence", "a\u001B[3", "a"],
    ["other controls", "a\u0000b\u0008c\u007Fd", "abcd"],
    ["soft hyphens and fillers", "a\u00ADb\u3164c\u115Fd", "abcd"],
    ["runs of variation selectors", "☺\uFE0F\uFE01\uFE02\u{E0101}x\u{E0102}", "☺\uFE0Fx"],
    ["lone surrogates", "a\uD800b", "a\uFFFDb"],
  ])("%s", (_, text, seen) => {
    expect(visibleText(text)).toBe(seen);
  });
});

describe("keeps what writing needs", () => {
  it.each([
    ["newlines and tabs", "a\n\tb"],
    ["a family", "👨‍👩‍👧‍👦 and a ❤️‍🔥 and 👩🏽‍💻"],
    ["Persian", "می‌خواهم"],
    ["Hindi", "क्‍ष"],
    ["Hebrew and Arabic", "שלום العربية"],
    ["variants of Han", "葛\u{E0100}城"],
    ["Chinese, Thai, accents", "读取文件 อ่านไฟล์ é e\u0301"],
  ])("%s", (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it("line endings of other systems, as newlines", () => {
    expect(visibleText("a\r\nb\rc\u2028d")).toBe("a\nb\nc\nd");
  });
});

it("leaves nothing to take out, and ASCII alone", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const seen = visibleText(text);
      expect(visibleText(seen)).toBe(seen);
      expect(seen).not.toMatch(/[\u{E0000}-\u{E007F}\u200B\u202A-\u202E\u2066-\u2069]/u);
      expect(seen).not.toContain("\u001B");
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => visibleText(text) === text));
});

it("makes one line of a certain length", () => {
  expect(visibleLine(" a\r\n\tb\u200B ")).toBe("a b");
  expect(visibleLine("abcdef", 4)).toBe("abc…");
});

it("knows a name with hidden characters, and a line ending that is a value", () => {
  expect(hasHiddenCharacters(`read${tags("x")}`)).toBe(true);
  expect(hasHiddenCharacters("re\u200Bad")).toBe(true);
  expect(hasHiddenCharacters("\r\n")).toBe(false);
  expect(hasHiddenCharacters("می‌خواهم")).toBe(false);
});
