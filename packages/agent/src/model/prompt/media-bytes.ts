/**
 * Base64 as providers take it, and the format its bytes really have. A provider answers 400 to bytes that are not what
 * their type says, and to every later request that still holds them.
 */

import { imageType } from "@tenon/workspace";

import type { MediaPart } from "../model.ts";

export interface MediaBytes {
  readonly mediaType: string;
  /** Base64 with padding, without line breaks. */
  readonly data: string;
  readonly bytes: number;
}

// Enough for every signature below; a PDF may have some bytes before its own.
const HEAD_CHARACTERS = 1_024;

/** Undefined if the bytes cannot be of the type they are declared as. */
export function mediaBytes({ type, data: given, mimeType }: MediaPart): MediaBytes | undefined {
  const declared = usualName(mimeType);
  const data = readBase64(given);
  if (data === undefined) return undefined;
  const bytes = (data.length / 4) * 3 - (data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0);
  const head = Buffer.from(data.slice(0, HEAD_CHARACTERS), "base64");
  if (type === "document") return isPdf(head) ? { mediaType: declared, data, bytes } : undefined;
  if (type === "audio") return { mediaType: declared, data, bytes };
  const found = imageType(head);
  // Of other formats the signature is not known here, and most providers do not take them.
  if (found === undefined && WITH_SIGNATURE.has(declared)) return undefined;
  return { mediaType: found ?? declared, data, bytes };
}

export function usualName(mimeType: string): string {
  const plain = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return OTHER_NAMES[plain] ?? plain;
}

const WITH_SIGNATURE = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-aiff": "audio/aiff",
  "audio/x-flac": "audio/flac",
};

/** Repairs what servers often get wrong: a data URL, line breaks, the alphabet of URLs, missing padding. */
function readBase64(given: string): string | undefined {
  const plain = given
    .replace(/^data:[^,]{0,200};base64,/i, "")
    .replaceAll(/\s+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  if (plain === "" || plain.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(plain)) return undefined;
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
}

function isPdf(head: Buffer): boolean {
  return head.includes("%PDF-");
}
