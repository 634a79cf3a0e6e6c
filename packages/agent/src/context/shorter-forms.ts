/**
 * A history in ever shorter forms, for a model that is to sum it up and may not take it whole. First as it is but for
 * pictures and sound, which say nothing in a summary and take the most room; then with long texts cut in the middle; then
 * without its older half, and so on.
 */

import { closeOpenCalls } from "../history/close-open-calls.ts";
import type { AssistantPart, Message, MessagePart } from "../model/model.ts";
import { estimateHistory, estimateMessage } from "./estimate.ts";

const FORMS = [
  { longestText: Number.POSITIVE_INFINITY, share: 1 },
  { longestText: 4_000, share: 1 },
  { longestText: 4_000, share: 1 / 2 },
  { longestText: 2_000, share: 1 / 4 },
  { longestText: 1_000, share: 1 / 8 },
];

export function* shorterForms(messages: readonly Message[]): Generator<readonly Message[]> {
  for (const { longestText, share } of FORMS) yield newest(shorten(messages, longestText), share);
}

function shorten(messages: readonly Message[], longest: number): readonly Message[] {
  const parts = (given: readonly MessagePart[]) => given.map((part) => shortenPart(part, longest));
  return messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return { ...message, parts: parts(message.parts) };
      case "assistant":
        return { ...message, parts: message.parts.map((part) => shortenOwn(part, longest)) };
      case "tool":
        return { ...message, results: message.results.map((result) => ({ ...result, parts: parts(result.parts) })) };
    }
  });
}

function shortenPart(part: MessagePart, longest: number): MessagePart {
  if ("data" in part) return { type: "text", text: `(${part.type})` };
  return { ...part, text: cutInTheMiddle(part.text, longest) };
}

function shortenOwn(part: AssistantPart, longest: number): AssistantPart {
  if (part.type !== "tool-call") return { ...part, text: cutInTheMiddle(part.text, longest) };
  const { malformed, args } = part;
  const written = malformed ?? JSON.stringify(args);
  return written.length <= longest ? part : { ...part, args: {}, malformed: cutInTheMiddle(written, longest) };
}

function cutInTheMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = longest / 2;
  const [head, tail] = [text.slice(0, half), text.slice(-half)].map((piece) => piece.toWellFormed());
  return `${head}\n[${text.length - longest} characters left out]\n${tail}`;
}

/** So much of the newest part, by its length, and at least one message. */
function newest(messages: readonly Message[], share: number): readonly Message[] {
  if (share === 1) return messages;
  let room = estimateHistory(messages) * share;
  const tooMuch = messages.findLastIndex((message) => (room -= estimateMessage(message)) < 0);
  const kept = closeOpenCalls(messages.slice(Math.min(tooMuch + 1, messages.length - 1)));
  return [{ role: "user", parts: [{ type: "text", text: "(The beginning is left out here.)" }] }, ...kept];
}
