/**
 * What a call gave, in a few words: its text, as far as it is short, and the names of what cannot be read. Clients read
 * answers as Markdown, so lines are fenced: they would run together otherwise.
 */

import type { MessagePart } from "../model.ts";
import type { DoneCall } from "./turn-so-far.ts";

const LONGEST = 600;

export function tellResult({ result: { name, parts, isError } }: DoneCall): string {
  const text = parts.map(wordsOf).join("\n").trim();
  if (!isError) return `${name} answered:${quote(text || "(nothing)")}`;
  return NOT_RUN.test(text) ? `${name} was not run:${quote(text)}` : `${name} failed:${quote(text)}`;
}

// How the agent words a call that was not allowed, or that nobody waits for any more.
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
  if (!short.includes("\n")) return ` ${short}`;
  const longest = Math.max(2, ...[...short.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}\n${short}\n${fence}`;
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length - LONGEST} more characters)`;
}
