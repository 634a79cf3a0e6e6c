/**
 * What a growing message has gained since it was last read: more text, or the lines of a block of another kind.
 */

import type { MessageEntry } from "@tenon/timeline";

import { contentLines } from "./content-lines.ts";

export type UnreadPart = { readonly text: string } | { readonly lines: readonly string[] };

export function createUnreadText(): (entry: MessageEntry) => readonly UnreadPart[] {
  const positions = new Map<string, { readonly block: number; readonly character: number }>();
  return (entry) => {
    const position = positions.get(entry.key) ?? { block: 0, character: 0 };
    const parts: UnreadPart[] = [];
    for (const [index, block] of entry.content.entries()) {
      if (index < position.block) continue;
      if (block.type === "text") {
        const text = block.text.slice(index === position.block ? position.character : 0);
        if (text !== "") parts.push({ text });
        positions.set(entry.key, { block: index, character: block.text.length });
      } else {
        parts.push({ lines: contentLines(block) });
        positions.set(entry.key, { block: index + 1, character: 0 });
      }
    }
    return parts;
  };
}
