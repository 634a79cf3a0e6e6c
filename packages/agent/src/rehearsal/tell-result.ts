/**
 * What a call gave, in a few words: its text, as far as it is short, and the names of what cannot be read.
 */

import type { ModelPart } from "@tenon/hub";

import type { DoneCall } from "./turn-so-far.ts";

const LONGEST = 600;

export function tellResult({ result: { name, parts, isError } }: DoneCall): string {
  const text = parts.map(wordsOf).join("\n").trim();
  if (!isError) return `${name} answered: ${shorten(text || "(nothing)")}`;
  return NOT_RUN.test(text) ? `${name} was not run: ${shorten(text)}` : `${name} failed: ${shorten(text)}`;
}

// How the agent words a call that was not allowed, or that nobody waits for any more.
const NOT_RUN = /^(?:The user (?:did not|could not|rejected|declined)|Not allowed|Cancelled)/i;

function wordsOf(part: ModelPart): string {
  switch (part.type) {
    case "text":
    case "file":
      return part.text;
    case "link":
      return part.text.includes(part.uri) ? part.text : `${part.text} (${part.uri})`;
    case "image":
      return `(an image, ${part.mimeType})`;
    case "audio":
      return `(a sound, ${part.mimeType})`;
  }
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length - LONGEST} more characters)`;
}
