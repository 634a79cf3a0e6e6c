/**
 * Which rows an entry adds to a screen when it has changed, so that each thing is on the screen once and in order.
 *
 * Text comes as it is written. A tool call comes when it has finished; if text comes before that, the call's first line
 * comes first, so that the text stands below it. A plan comes when it is new and, if it changed, at the end of the turn.
 */

import type { Entry, ToolCallEntry } from "@tenon/timeline";

import { contentLines } from "../content-lines.ts";
import { entryLines } from "../entry-lines.ts";
import type { Style } from "../../terminal/style.ts";
import { toolCallHead } from "../tool-call-lines.ts";
import { createTextStream, type TextStream } from "./text-stream.ts";

export interface EntryRows {
  /** The finished rows that this change adds. */
  add(entry: Entry): string[];
  /** The row of text that is still being written. */
  readonly rest: { readonly text: string; readonly isThought: boolean } | undefined;
  readonly running: readonly ToolCallEntry[];
  readonly plan: Extract<Entry, { readonly type: "plan" }> | undefined;
  /** What was left open. */
  end(): string[];
}

type MessageEntry = Extract<Entry, { readonly type: "user-message" | "agent-message" | "thought" }>;

export function createEntryRows(style: () => Style): EntryRows {
  const running = new Map<string, ToolCallEntry>();
  const announced = new Set<string>();
  const finished = new Set<string>();
  const shown = new Map<string, string>();
  const read = new Map<string, { blocks: number; characters: number }>();
  let writing: { readonly key: string; readonly isThought: boolean; readonly stream: TextStream } | undefined;
  let plan: Extract<Entry, { readonly type: "plan" }> | undefined;
  let usage: Entry | undefined;
  let lastKind: string | undefined;

  return {
    add,
    get rest() {
      return writing && writing.stream.rest !== ""
        ? { text: writing.stream.rest, isThought: writing.isThought }
        : undefined;
    },
    get running() {
      return [...running.values()];
    },
    get plan() {
      return plan;
    },
    end: () => endText(),
  };

  function add(entry: Entry): string[] {
    switch (entry.type) {
      case "user-message":
        return [];
      case "agent-message":
      case "thought":
        return addText(entry);
      case "tool-call":
        return addToolCall(entry);
      case "plan": {
        const isNew = plan?.key !== entry.key;
        plan = entry;
        return isNew ? whole(entry) : [];
      }
      case "elicitation":
        return entry.state === "waiting" ? [] : whole(entry);
      case "usage":
        usage = entry;
        return [];
      case "turn-end": {
        const last = [...endText(), ...(plan ? whole(plan) : []), ...whole(entry), ...(usage ? whole(usage) : [])];
        plan = undefined;
        usage = undefined;
        return last;
      }
      case "receipt":
      case "notice":
      case "compaction":
      case "mode":
      case "options":
      case "unknown":
        return whole(entry);
    }
  }

  function addText(entry: MessageEntry): string[] {
    const rows: string[] = [];
    if (writing?.key !== entry.key) {
      const place = read.get(entry.key);
      // Told once more with nothing in it that is new.
      if (place && !hasMore(entry, place)) return rows;
      rows.push(...endText(), ...announce(), ...separate(entry.type));
      writing = { key: entry.key, isThought: entry.type === "thought", stream: createTextStream(() => columns()) };
    }
    const { stream, isThought } = writing;
    const place = read.get(entry.key) ?? { blocks: 0, characters: 0 };
    const paint = (row: string) => (isThought ? style().paint("dim", row) : row);
    for (const [index, block] of entry.content.entries()) {
      if (index < place.blocks) continue;
      if (block.type === "text") {
        const from = index === place.blocks ? place.characters : 0;
        rows.push(...stream.add(block.text.slice(from)).map(paint));
        read.set(entry.key, { blocks: index, characters: block.text.length });
      } else {
        rows.push(...stream.add("\n"), ...contentLines(block).map(paint));
        read.set(entry.key, { blocks: index + 1, characters: 0 });
      }
    }
    return entry.isOpen ? rows : [...rows, ...endText()];
  }

  function addToolCall(entry: ToolCallEntry): string[] {
    if (finished.has(entry.key)) return [];
    if (entry.status !== "completed" && entry.status !== "failed") {
      running.set(entry.key, entry);
      return [];
    }
    running.delete(entry.key);
    finished.add(entry.key);
    return whole(entry);
  }

  /** Calls that still run, before something comes below them. */
  function announce(): string[] {
    return [...running.values()].flatMap((entry) => {
      if (announced.has(entry.key)) return [];
      announced.add(entry.key);
      return [...separate(entry.type), toolCallHead(entry, style())];
    });
  }

  /** All lines of an entry, unless the same stand there already. */
  function whole(entry: Entry): string[] {
    const lines = entryLines(entry, style());
    const text = lines.join("\n");
    if (lines.length === 0 || shown.get(entry.key) === text) return [];
    shown.set(entry.key, text);
    return [...endText(), ...separate(entry.type), ...lines];
  }

  function endText(): string[] {
    const rows = writing?.stream.end() ?? [];
    const isThought = writing?.isThought ?? false;
    writing = undefined;
    return isThought ? rows.map((row) => style().paint("dim", row)) : rows;
  }

  /** An empty row between things of different kinds. */
  function separate(kind: Entry["type"]): string[] {
    const isFirst = lastKind === undefined;
    const isSame = lastKind === kind && kind !== "agent-message" && kind !== "thought";
    lastKind = kind;
    return isFirst || isSame ? [] : [""];
  }

  /** One less than there are, so that an unfinished row fits as well. */
  function columns(): number {
    return (style().width ?? Number.POSITIVE_INFINITY) - 1;
  }
}

function hasMore(entry: MessageEntry, place: { readonly blocks: number; readonly characters: number }): boolean {
  const block = entry.content[place.blocks];
  if (!block) return false;
  return block.type !== "text" || block.text.length > place.characters || entry.content.length > place.blocks + 1;
}
