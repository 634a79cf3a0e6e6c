/**
 * The content of messages: blocks, in which text that follows text is one.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isEqualJson, isObject } from "@tenon/basis";

/** Blocks of types that came later pass too: to show that there is something beats losing it. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isObject(value)) return false;
  return value["type"] === "text" ? typeof value["text"] === "string" : typeof value["type"] === "string";
}

/** Adds a block at the end. Text is joined, which costs the same however long it has become. */
export function appendBlock(content: readonly ContentBlock[], block: ContentBlock): readonly ContentBlock[] {
  const last = content.at(-1);
  if (last?.type !== "text" || block.type !== "text" || !isEqualJson(last.annotations, block.annotations)) {
    return [...content, block];
  }
  return [...content.slice(0, -1), { ...last, text: last.text + block.text }];
}

export function joinBlocks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  let joined: readonly ContentBlock[] = [];
  for (const block of blocks) joined = appendBlock(joined, block);
  return joined;
}

/** A chunk that says nothing; agents send them before, between and after those that do. */
export function isEmpty(block: ContentBlock): boolean {
  return block.type === "text" && block.text === "";
}
