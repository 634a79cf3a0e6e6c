/**
 * Text files as bytes, and back. Whatever the encoding, decoding and encoding an unchanged text gives the same bytes.
 *
 * What is not UTF-8 and has no byte order mark is read as Latin-1, where each byte is one character. Its real encoding
 * may be another; then some characters look wrong, and still none is changed by writing them back [L-03].
 */

import { isUtf8 } from "node:buffer";

export type TextEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin-1";

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

const MARKS = [
  { encoding: "utf-8-bom", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;

// As git decides: text has no zero bytes, and other files have one early.
const CHECKED_BYTES = 8_000;

/** Undefined if it is no text. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) {
    const { encoding, mark } = marked;
    const text = decode(bytes.subarray(mark.length), encoding);
    if (encode(text, encoding).equals(bytes)) return { text, encoding };
  }
  if (bytes.subarray(0, CHECKED_BYTES).includes(0)) return undefined;
  const encoding = isUtf8(bytes) ? "utf-8" : "latin-1";
  return { text: decode(bytes, encoding), encoding };
}

/** Or the first character that the encoding does not have. */
export function encodeText({ text, encoding }: DecodedText): Buffer | { readonly missing: string } {
  const missing = encoding === "latin-1" && /[\u{100}-\u{10ffff}]/u.exec(text)?.[0];
  if (missing) return { missing };
  // An agent that writes the mark itself must not double it.
  const hasMark = isMarked(encoding) && text.startsWith("\u{feff}");
  return encode(hasMark ? text.slice(1) : text, encoding);
}

function isMarked(encoding: TextEncoding): boolean {
  return MARKS.some((marked) => marked.encoding === encoding);
}

function decode(bytes: Buffer, encoding: TextEncoding): string {
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return bytes.toString("utf8");
    case "utf-16le":
      return bytes.toString("utf16le");
    case "utf-16be":
      return swapped(bytes).toString("utf16le");
    case "latin-1":
      return bytes.toString("latin1");
  }
}

function encode(text: string, encoding: TextEncoding): Buffer {
  const mark = Buffer.from(MARKS.find((marked) => marked.encoding === encoding)?.mark ?? []);
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return Buffer.concat([mark, Buffer.from(text, "utf8")]);
    case "utf-16le":
      return Buffer.concat([mark, Buffer.from(text, "utf16le")]);
    case "utf-16be":
      return Buffer.concat([mark, swapped(Buffer.from(text, "utf16le"))]);
    case "latin-1":
      return Buffer.from(text, "latin1");
  }
}

/** Each pair of bytes the other way round; an odd byte at the end is left out. */
function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
}
