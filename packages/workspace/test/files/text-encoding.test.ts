import { describe, expect, it } from "vitest";

import { decodeText, encodeText } from "../../src/files/text-encoding.ts";

const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le");

const everyByte = Buffer.from(Array.from({ length: 255 }, (_, byte) => byte + 1));

const FILES = {
  "UTF-8": ["utf-8", Buffer.from("é€🦉\n"), "é€🦉\n"],
  "UTF-8 with a mark": ["utf-8-bom", Buffer.from("\u{feff}é€🦉\n"), "é€🦉\n"],
  "UTF-16, little end first": ["utf-16le", utf16("é€🦉\n"), "é€🦉\n"],
  "UTF-16, big end first": ["utf-16be", utf16("é€🦉\n").swap16(), "é€🦉\n"],
  "Latin-1": ["latin-1", Buffer.from("café\n", "latin1"), "café\n"],
  GBK: ["latin-1", Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]), "Äãº\u{c3}\n"],
  "every byte but zero": ["latin-1", everyByte, everyByte.toString("latin1")],
  "UTF-16 with half a character at the end": ["latin-1", Buffer.from([0xff, 0xfe, 0x61]), "ÿþa"],
  empty: ["utf-8", Buffer.alloc(0), ""],
  "only a mark": ["utf-8-bom", Buffer.from("\u{feff}"), ""],
} as const;

describe("[L-03] what is read and written back is the same, byte by byte", () => {
  it.each(Object.entries(FILES))("%s", (_, [encoding, bytes, text]) => {
    const decoded = decodeText(bytes);
    expect(decoded?.encoding).toBe(encoding);
    expect(decoded?.text).toBe(text);
    expect(encodeText(decoded!)).toEqual(bytes);
  });
});

it("[L-03] a character that the encoding does not have is named, and not written as something else", () => {
  expect(encodeText({ text: "café 🦉 €", encoding: "latin-1" })).toEqual({ missing: "🦉" });
});

it("a mark that an agent writes is not doubled, and stays where the file had none", () => {
  expect(encodeText({ text: "\u{feff}a", encoding: "utf-8-bom" })).toEqual(Buffer.from("\u{feff}a"));
  expect(encodeText({ text: "\u{feff}a", encoding: "utf-8" })).toEqual(Buffer.from("\u{feff}a"));
});

it.each([
  ["a zero byte", Buffer.from("PNG\0\0")],
  ["UTF-16 without a mark", Buffer.from("text", "utf16le")],
])("%s is no text", (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
