/**
 * Cuts Markdown that is still being written into blocks, so that only those that change are drawn again.
 *
 * The law: text that has grown at its end gives the same first blocks as before, and costs no more than its last two do.
 */

import { lexer, type Token, type Tokens } from "marked";

export interface Block {
  readonly raw: string;
  readonly token: Token;
  /** The offset of its top-level token in the text. */
  readonly start: number;
  /** It continues the list of the block before it. */
  readonly isContinued: boolean;
}

export interface Cut {
  readonly text: string;
  readonly blocks: readonly Block[];
}

// What is drawn again with every word must be short: a long list is drawn in parts.
const LIST_PART = 20;

export function cutBlocks(source: string, before?: Cut): Cut {
  const text = source.includes("\r") ? source.replaceAll(/\r\n?/gu, "\n") : source;
  if (before && before.text === text) return before;
  const kept = before && text.startsWith(before.text) ? settledBlocks(before) : [];
  const start = before && kept.length > 0 ? restart(before, kept.length) : 0;
  return { text, blocks: [...kept, ...lex(text.slice(start), start)] };
}

/** All but the last two parts: a line more can turn a paragraph into a heading, or make two lists one. */
function settledBlocks({ blocks }: Cut): readonly Block[] {
  const starts = [...new Set(blocks.map(({ start }) => start))];
  const limit = starts.at(-2) ?? 0;
  return blocks.filter(({ start }) => start < limit);
}

function restart({ blocks }: Cut, kept: number): number {
  return blocks[kept]?.start ?? 0;
}

function lex(text: string, offset: number): readonly Block[] {
  const blocks: Block[] = [];
  let start = offset;
  for (const token of lexer(text)) {
    if (token.type !== "space") blocks.push(...partsOf(token, start));
    start += token.raw.length;
  }
  return blocks;
}

function partsOf(token: Token, start: number): readonly Block[] {
  if (!isList(token) || token.items.length <= LIST_PART) return [{ raw: token.raw, token, start, isContinued: false }];
  const parts: Block[] = [];
  for (let index = 0; index < token.items.length; index += LIST_PART) {
    const items = token.items.slice(index, index + LIST_PART);
    const raw = items.map((item) => item.raw).join("");
    const first = token.start === "" ? "" : token.start + index;
    parts.push({
      raw,
      token: { ...token, raw, items, start: first } satisfies Tokens.List,
      start,
      isContinued: index > 0,
    });
  }
  return parts;
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}
