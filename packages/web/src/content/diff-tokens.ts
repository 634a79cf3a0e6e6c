/**
 * The parts of each line of a diff: coloured as code, with changed words marked.
 */

import { diffWordsWithSpace } from "diff";
import type { ChangeData, HunkData } from "react-diff-view";

import type { CodeLine } from "../markdown/highlighter.ts";

/** As the diff view takes it. */
export interface DiffPart {
  readonly type: "part";
  readonly value: string;
  readonly colour: string | undefined;
  readonly isEdit: boolean;
}

export interface DiffTokens {
  /** By the line's number, from 0. */
  readonly old: DiffPart[][];
  readonly new: DiffPart[][];
}

export interface Colours {
  readonly old: readonly CodeLine[] | undefined;
  readonly new: readonly CodeLine[] | undefined;
}

/** Where a line was changed: from, to. */
type Range = readonly [start: number, end: number];

const NONE: readonly Range[] = [];
/** Two lines that have less than this in common are different lines: marks would be all over them. */
const ALIKE = 0.4;

export function diffTokens(hunks: readonly HunkData[], colours: Colours): DiffTokens {
  const tokens: DiffTokens = { old: [], new: [] };
  for (const { changes } of hunks) {
    const edits = editsOf(changes);
    for (const change of changes) {
      const ranges = edits.get(change) ?? NONE;
      if (change.type !== "insert") put("old", change.type === "normal" ? change.oldLineNumber : change.lineNumber);
      if (change.type !== "delete") put("new", change.type === "normal" ? change.newLineNumber : change.lineNumber);

      function put(side: "old" | "new", line: number): void {
        tokens[side][line - 1] = partsOf(change.content, colours[side]?.[line - 1], ranges);
      }
    }
  }
  return tokens;
}

/** Removed lines and the added ones that follow them are compared by words, the first with the first. */
function editsOf(changes: readonly ChangeData[]): ReadonlyMap<ChangeData, readonly Range[]> {
  const edits = new Map<ChangeData, readonly Range[]>();
  let removed: ChangeData[] = [];
  for (const [index, change] of changes.entries()) {
    if (change.type === "delete") {
      if (changes[index - 1]?.type !== "delete") removed = [];
      removed.push(change);
      continue;
    }
    const before = change.type === "insert" ? removed.shift() : undefined;
    if (change.type === "normal") removed = [];
    if (!before) continue;
    const [was, is] = changedWords(before.content, change.content);
    edits.set(before, was).set(change, is);
  }
  return edits;
}

function changedWords(before: string, after: string): readonly [readonly Range[], readonly Range[]] {
  const [was, is]: [Range[], Range[]] = [[], []];
  let [old, now, same] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) add(was, before, [old, old + value.length]);
    else if (added) add(is, after, [now, now + value.length]);
    else same += value.trim().length;
    if (!added) old += value.length;
    if (!removed) now += value.length;
  }
  const isAlike = same >= ALIKE * Math.max(before.trim().length, after.trim().length);
  return isAlike ? [was, is] : [NONE, NONE];
}

/** Words with only spaces between them are one mark. */
function add(ranges: Range[], text: string, [start, end]: Range): void {
  const last = ranges.at(-1);
  if (last && text.slice(last[1], start).trim() === "") ranges[ranges.length - 1] = [last[0], end];
  else ranges.push([start, end]);
}

/** The line, cut wherever its colour changes or a mark begins or ends. */
function partsOf(content: string, coloured: CodeLine | undefined, ranges: readonly Range[]): DiffPart[] {
  const isCode = coloured?.map(([text]) => text).join("") === content;
  const tokens: CodeLine = isCode && coloured ? coloured : [[content, undefined]];
  const parts: DiffPart[] = [];
  let at = 0;
  for (const [text, colour] of tokens) {
    const end = at + text.length;
    const cuts = ranges.flat().filter((cut) => cut > at && cut < end);
    for (const cut of [...cuts, end]) {
      const isEdit = ranges.some(([from, to]) => from <= at && at < to);
      if (cut > at) parts.push({ type: "part", value: content.slice(at, cut), colour, isEdit });
      at = cut;
    }
  }
  return parts;
}
