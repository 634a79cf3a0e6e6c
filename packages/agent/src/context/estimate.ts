import type { Message, MessagePart } from "../model/model.ts";

// Rough, for any provider; on the safe side for prose and code in English.
const CHARACTERS_PER_TOKEN = 3.5;
// About what providers count for a picture of ordinary size; sound is of the same order.
const TOKENS_OF_MEDIA = 1_500;
// A page is a picture and its words; how many pages there are is guessed by the size.
const TOKENS_OF_PAGE = 2_000;
const BASE64_OF_PAGE = 64 * 1024;

/** How many tokens a history is likely to take, for when no provider has counted it yet. */
export function estimateHistory(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + estimateMessage(message), 0);
}

/** The same for an array that is estimated in every step and grows only at its end: each message is read once. */
export function createEstimate(): (messages: readonly Message[]) => number {
  let last: readonly Message[] = [];
  let count = 0;
  let total = 0;
  return (messages) => {
    if (messages !== last || messages.length < count) [last, count, total] = [messages, 0, 0];
    total += estimateHistory(messages.slice(count));
    count = messages.length;
    return total;
  };
}

export function estimateMessage(message: Message): number {
  if (message.role === "assistant") return tokens(JSON.stringify(message.parts));
  const parts = message.role === "user" ? message.parts : message.results.flatMap((result) => result.parts);
  return parts.reduce((total, part) => total + estimatePart(part), 0);
}

function estimatePart(part: MessagePart): number {
  if ("text" in part) return tokens(part.text);
  return part.type === "document" ? Math.ceil(part.data.length / BASE64_OF_PAGE) * TOKENS_OF_PAGE : TOKENS_OF_MEDIA;
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
