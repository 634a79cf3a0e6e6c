/**
 * The rows of messages and thoughts while they are written, one message at a time.
 */

import type { Entry, MessageEntry } from "@tenon/timeline";

import type { Style } from "../../terminal/style.ts";
import { createUnreadText } from "../unread-text.ts";
import { createMarkdownRows } from "../markdown-rows.ts";
import { createTextStream, type TextStream } from "./text-stream.ts";

export interface MessageRows {
  /** The rows that are complete. */
  add(entry: MessageEntry): string[];
  /** The row that is still being written. */
  readonly rest: { readonly text: string; readonly isThought: boolean } | undefined;
  /** Completes the last row; the next text begins anew. */
  end(): string[];
}

interface Writing {
  readonly key: string;
  readonly isThought: boolean;
  readonly stream: TextStream;
  readonly render: (row: string) => string[];
}

export function createMessageRows(options: {
  readonly style: () => Style;
  /** The rows before a message that begins. */
  readonly before: (type: Entry["type"]) => string[];
}): MessageRows {
  const { style } = options;
  const unread = createUnreadText();
  let writing: Writing | undefined;
  return {
    get rest() {
      if (!writing || writing.stream.rest === "") return undefined;
      return { text: writing.stream.rest, isThought: writing.isThought };
    },
    add(entry) {
      const rows: string[] = [];
      const parts = unread(entry);
      if (writing?.key !== entry.key) {
        // Reported once more without new text.
        if (parts.length === 0) return rows;
        rows.push(...end(), ...options.before(entry.type));
        writing = {
          key: entry.key,
          isThought: entry.type === "thought",
          stream: createTextStream(columns),
          render: createMarkdownRows(style()),
        };
      }
      const { stream } = writing;
      for (const part of parts) {
        rows.push(...paint("text" in part ? stream.add(part.text) : [...stream.add("\n"), ...part.lines]));
      }
      return entry.isOpen ? rows : [...rows, ...end()];
    },
    end,
  };

  function end(): string[] {
    const rows = paint(writing?.stream.end() ?? []);
    writing = undefined;
    return rows;
  }

  function paint(rows: readonly string[]): string[] {
    return rows.flatMap((row) => (writing?.isThought ? [style().paint("dim", row)] : (writing?.render(row) ?? [row])));
  }

  /** One less than there are, so that an unfinished row fits as well. */
  function columns(): number {
    return (style().width ?? Number.POSITIVE_INFINITY) - 1;
  }
}
