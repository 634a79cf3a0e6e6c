/**
 * The result of a call as an answer: the beginning of its text, and a word for each part that is not text. Clients read
 * answers as Markdown, so several lines are fenced: they would run together otherwise.
 */

import { fenced } from "@tenon/workspace";

import type { MessagePart } from "../model.ts";
import type { DoneCall } from "./turn-so-far.ts";

const MAX_LENGTH = 600;

export function tellResult({ result: { name, parts, isError } }: DoneCall): string {
  const text = parts.map(wordsOf).join("\n").trim();
  if (!isError) return `${name} answered:${quote(text || "(nothing)")}`;
  return NOT_RUN.test(text) ? `${name} was not run:${quote(text)}` : `${name} failed:${quote(text)}`;
}

// The agent's own texts for a call that was denied or cancelled.
const NOT_RUN = /^(?:The user (?:did not|could not|rejected|declined)|Not allowed|Cancelled)/i;

function wordsOf(part: MessagePart): string {
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
    case "document":
      return `(a document, ${part.mimeType})`;
  }
}

function quote(text: string): string {
  const short = shorten(text);
  return short.includes("\n") ? `\n\n${fenced(short)}` : ` ${short}`;
}

function shorten(text: string): string {
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH)}… (${text.length - MAX_LENGTH} more characters)`;
}
