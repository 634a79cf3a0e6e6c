/**
 * A tool's result for the client and the journal, without what would hold up every other session while it is redacted,
 * written and sent: hundreds of thousands of values or blocks, or many megabytes of text [M45]. The model's part is made
 * from the whole result, and keeps what does not fit in a file.
 */

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import type { RawResult } from "./raw-result.ts";

const MAX_VALUES = 20_000;
const MAX_BLOCKS = 1_000;
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** The same result if it is not large. */
export function withoutBulk(result: RawResult): RawResult {
  const blocks = itemsOf(result.content);
  const hasManyValues = countValues(result.structuredContent) > MAX_VALUES;
  const isLong = blocks.length > MAX_BLOCKS || charactersOf(blocks) > MAX_CHARACTERS;
  if (!hasManyValues && !isLong) return result;
  const { structuredContent, ...rest } = result;
  const note = `(The structured content is left out here: it has more than ${MAX_VALUES} values.)`;
  return {
    ...rest,
    content: [...(isLong ? shorten(blocks) : blocks), ...(hasManyValues ? [text(note)] : [])],
    ...(!hasManyValues && structuredContent !== undefined && { structuredContent }),
  };
}

/** Stops counting when it is too many. */
function countValues(value: unknown): number {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count <= MAX_VALUES; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const key in next) {
      if ((count += 1) > MAX_VALUES) break;
      const inner: unknown = Reflect.get(next, key);
      if (typeof inner === "object" && inner !== null) open.push(inner);
    }
  }
  return count;
}

function charactersOf(blocks: readonly unknown[]): number {
  return blocks.reduce<number>((sum, block) => sum + (textOf(block)?.length ?? 0), 0);
}

/** The first blocks, as far as they fit, and how much is missing. */
function shorten(blocks: readonly unknown[]): readonly unknown[] {
  const kept: unknown[] = [];
  let left = MAX_CHARACTERS;
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const words = textOf(block);
    if (words === undefined) kept.push(block);
    else if (left > 0) kept.push(words.length <= left ? block : text(words.slice(0, left)));
    left -= words?.length ?? 0;
  }
  const missing = charactersOf(blocks) - charactersOf(kept);
  return [...kept, text(`(${blocks.length - kept.length} blocks and ${missing} characters omitted here.)`)];
}

function textOf(block: unknown): string | undefined {
  return stringOf(objectOf(block)["text"]);
}

function text(words: string) {
  return { type: "text", text: words };
}
