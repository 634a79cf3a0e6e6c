/**
 * A value as JSON for the model, without what it cannot read: long base64 is named and left out, because it fills the
 * context and says nothing.
 */

import { errorMessage } from "@tenon/basis";

interface WrittenJson {
  readonly text: string;
  /** Everything, if something was left out of the text. */
  readonly whole?: string;
}

/** Never throws: functions of the program may return what has no JSON. */
export function writeJson(value: unknown): WrittenJson {
  try {
    let isWhole = true;
    const text = JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== "string" || !isBase64(member)) return member;
      isWhole = false;
      return `(base64, ${member.length} characters, left out)`;
    });
    return isWhole ? { text: text ?? "null" } : { text, whole: JSON.stringify(value) };
  } catch (error) {
    return { text: `(This cannot be written as JSON: ${errorMessage(error).slice(0, 200)})` };
  }
}

// Shorter than the smallest picture, longer than a token, a key or a hash.
const MIN_BASE64_LENGTH = 512;
const BASE64 = /^(?:data:[^,]{1,200},)?[\w+/-]+={0,2}$/;

function isBase64(text: string): boolean {
  return text.length >= MIN_BASE64_LENGTH && BASE64.test(text);
}
