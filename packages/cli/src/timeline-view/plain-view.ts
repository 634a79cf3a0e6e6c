/**
 * A timeline for a pipe or a file: what the agent says on one stream, as it comes, and what it does in short lines on
 * another.
 */

import type { Entry, MessageEntry } from "@tenon/timeline";

import { printable } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";
import { entryLines } from "./entry-lines.ts";
import { toolCallHead } from "./tool-call-lines.ts";
import { createUnreadText } from "./unread-text.ts";

export interface PlainView {
  /** Resolves when the agent's text has been taken; rejects when its stream is closed. */
  show(changed: readonly Entry[]): Promise<void>;
  end(): Promise<void>;
}

export function createPlainView(options: {
  /** Writes what the agent says. */
  readonly writeText: (text: string) => Promise<void>;
  /** Writes a line about what it does. */
  readonly writeLine: (line: string) => void;
  /** For those lines. */
  readonly style: Style;
  /** The text goes to a terminal: it must not do anything to it. */
  readonly isTerminal: boolean;
  /** Only failures get a line. */
  readonly isQuiet: boolean;
}): PlainView {
  const { writeText, writeLine } = options;
  const unread = createUnreadText();
  const lastLines = new Map<string, string>();
  let speaking: string | undefined;
  let isLineOpen = false;

  return {
    async show(changed) {
      for (const entry of changed) {
        if (entry.type === "agent-message") await addText(entry);
        else for (const line of linesOf(entry, options)) writeOnce(entry, line);
      }
    },
    end: () => endLine(),
  };

  async function addText(entry: MessageEntry): Promise<void> {
    const text = unread(entry)
      .map((part) => ("text" in part ? part.text : part.lines.map((line) => `\n${line}\n`).join("")))
      .join("");
    if (text === "") return;
    if (speaking !== undefined && speaking !== entry.key) {
      await endLine();
      await writeText("\n");
    }
    speaking = entry.key;
    isLineOpen = !text.endsWith("\n");
    await writeText(options.isTerminal ? printable(text) : text);
  }

  async function endLine(): Promise<void> {
    if (isLineOpen) await writeText("\n");
    isLineOpen = false;
  }

  function writeOnce(entry: Entry, line: string): void {
    // A call that ended may change once more, when its terminal is released: then only its duration is another.
    const news =
      entry.type === "tool-call" ? toolCallHead({ ...entry, changedAt: entry.at ?? 0 }, options.style) : line;
    if (lastLines.get(entry.key) === news) return;
    lastLines.set(entry.key, news);
    writeLine(line);
  }
}

/** One line for each tool call when it has ended, and whatever went wrong. */
function linesOf(entry: Entry, { style, isQuiet }: { readonly style: Style; readonly isQuiet: boolean }): string[] {
  switch (entry.type) {
    case "tool-call":
      return isQuiet || !["completed", "failed"].includes(entry.status) ? [] : [toolCallHead(entry, style)];
    case "elicitation":
      return isQuiet || entry.state === "waiting" ? [] : entryLines(entry, style);
    case "turn-end":
      return entryLines(entry, style);
    case "notice":
      return isQuiet && entry.severity !== "error" ? [] : entryLines(entry, style);
    case "receipt":
    case "compaction":
    case "mode":
    case "options":
    case "unknown":
      return isQuiet ? [] : entryLines(entry, style);
    case "user-message":
    case "agent-message":
    case "thought":
    case "plan":
    case "usage":
      return [];
  }
}
