/**
 * Makes the words of a result fit: the beginning and the end stay, a sentence stands for what was between them, and
 * pictures and sound stay where they are, whole.
 */

import { headOf, tailOf } from "./cut-text.ts";
import type { ModelPart, WordedPart } from "./model-result.ts";

interface FitOptions {
  /** How many characters all words together may have. */
  readonly characters: number;
  /** The sentence for what is left out, given how many characters that is; the more characters, the longer. */
  readonly sentence: (leftOut: number) => string;
}

export function charactersOf(parts: readonly ModelPart[]): number {
  return parts.reduce((sum, part) => sum + (isWorded(part) ? part.text.length : 0), 0);
}

export function isWorded(part: ModelPart): part is WordedPart {
  return part.type !== "image" && part.type !== "audio";
}

/** The parts have more characters than may stay. Where not even the sentence fits, there is only the sentence. */
export function fitParts(parts: readonly ModelPart[], { characters, sentence }: FitOptions): readonly ModelPart[] {
  const total = charactersOf(parts);
  // Two more for the line breaks around it.
  const room = Math.max(0, characters - sentence(total).length - 2);
  const head = takeWhole(parts, Math.ceil(room / 2));
  const tail = takeWhole(parts.toReversed(), Math.floor(room / 2));
  const front = parts.slice(0, head.taken);
  const back = parts.slice(parts.length - tail.taken);
  const middle = parts.slice(front.length, parts.length - back.length);
  const [first, last] = [middle.find(isWorded), middle.findLast(isWorded)];
  const begin = first?.type === "text" ? ownCopy(headOf(first.text, head.left)) : "";
  const end = last?.type === "text" ? ownCopy(tailOf(last.text, tail.left)) : "";
  const kept = charactersOf(front) + begin.length + end.length + charactersOf(back);
  const cut = `${onItsOwnLine(begin)}${sentence(total - kept)}`;
  const media = middle.filter((part) => !isWorded(part));
  if (end === "") return [...front, text(cut), ...media, ...back];
  if (first === last && media.length === 0) return [...front, text(`${cut}\n${end}`), ...back];
  return [...front, text(cut), ...media, text(end), ...back];
}

function text(text: string): ModelPart {
  return { type: "text", text };
}

/** How many parts fit as they are, and how much room is left for a piece of the next. */
function takeWhole(parts: readonly ModelPart[], room: number): { readonly taken: number; readonly left: number } {
  let left = room;
  for (const [taken, part] of parts.entries()) {
    const length = isWorded(part) ? part.text.length : 0;
    if (length > left) return { taken, left };
    left -= length;
  }
  return { taken: parts.length, left };
}

function onItsOwnLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A slice of a string keeps the whole string in memory: fifty megabytes for as long as the model remembers its head. */
function ownCopy(slice: string): string {
  return Buffer.from(slice).toString();
}
