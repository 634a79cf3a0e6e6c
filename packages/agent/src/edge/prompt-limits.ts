/**
 * The largest prompt that is taken. A larger one fits no model, and to record it would hold up the other sessions for
 * seconds: it is refused before that.
 */

import { isRecord } from "../model/json.ts";

const MEBI = 1024 * 1024;
// Two million tokens, which is the largest context there is.
const MAX_TEXT = 8 * MEBI;
// As base64. Providers take requests of 20 to 50 MB.
const MAX_MEDIA = 32 * MEBI;
const MAX_PARTS = 10_000;

/** Why a prompt is too large, in a sentence that names the limit. */
export function promptProblem(prompt: unknown): string | undefined {
  if (!Array.isArray(prompt)) return undefined;
  if (prompt.length > MAX_PARTS) return `The prompt has ${prompt.length} parts; the limit is ${MAX_PARTS}`;
  let text = 0;
  let media = 0;
  for (const part of prompt) {
    if (!isRecord(part)) continue;
    const resource = isRecord(part["resource"]) ? part["resource"] : {};
    text += lengthOf(part["text"]) + lengthOf(resource["text"]);
    media += lengthOf(part["data"]) + lengthOf(resource["blob"]);
  }
  if (text > MAX_TEXT) return tooLarge("text", text, MAX_TEXT);
  return media > MAX_MEDIA ? tooLarge("images, audio and files", media, MAX_MEDIA) : undefined;
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function tooLarge(what: string, length: number, limit: number): string {
  const [has, most] = [length, limit].map((characters) => characters.toLocaleString("en"));
  return `The prompt has ${has} characters of ${what}; the limit is ${most}. Name a file instead, which is read in parts`;
}
