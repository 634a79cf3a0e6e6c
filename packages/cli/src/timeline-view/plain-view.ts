/**
 * A timeline for a pipe or a file: what the agent says on one stream, as it comes, and what it does in short lines on
 * another.
 */

import type { Entry } from "@tenon/timeline";

import { contentLines } from "./content-lines.ts";
import { entryLines } from "./entry-lines.ts";
import { harmless } from "../terminal/harmless.ts";
import type { Style } from "../terminal/style.ts";
import { toolCallHead } from "./tool-call-lines.ts";

export interface PlainView {
  /** Resolves when the agent's words have been taken; rejects when nobody reads them any more. */
  show(changed: readonly Entry[]): Promise<void>;
  end(): Promise<void>;
}

export function createPlainView(options: {
  /** Where the agent's words go. */
  readonly say: (text: string) => Promise<void>;
  /** Where lines about what it does go. */
  readonly tell: (line: string) => void;
  /** For those lines. */
  readonly style: Style;
  /** The words go to a terminal: they must not do anything to it. */
  readonly isTerminal: boolean;
  /** Only what went wrong is told. */
  readonly isQuiet: boolean;
}): PlainView {
  const { say, tell, style, isQuiet } = options;
  const told = new Map<string, string>();
  const said = new Map<string, { blocks: number; characters: number }>();
  let speaking: string | undefined;
  let isLineOpen = false;

  return {
    async show(changed) {
      for (const entry of changed) {
        if (entry.type === "agent-message") await addText(entry);
        else for (const line of linesOf(entry, { style, isQuiet })) tellOnce(entry.key, line);
      }
    },
    end: () => endLine(),
  };

  async function addText(entry: Extract<Entry, { readonly type: "agent-message" | "user-message" | "thought" }>) {
    const place = said.get(entry.key) ?? { blocks: 0, characters: 0 };
    let text = "";
    for (const [index, block] of entry.content.entries()) {
      if (index < place.blocks) continue;
      const isText = block.type === "text";
      const from = index === place.blocks ? place.characters : 0;
      text += isText
        ? block.text.slice(from)
        : contentLines(block)
            .map((line) => `\n${line}\n`)
            .join("");
      said.set(
        entry.key,
        isText ? { blocks: index, characters: block.text.length } : { blocks: index + 1, characters: 0 },
      );
    }
    if (text === "") return;
    if (speaking !== undefined && speaking !== entry.key) {
      await endLine();
      await say("\n");
    }
    speaking = entry.key;
    isLineOpen = !text.endsWith("\n");
    await say(options.isTerminal ? harmless(text) : text);
  }

  async function endLine(): Promise<void> {
    if (isLineOpen) await say("\n");
    isLineOpen = false;
  }

  function tellOnce(key: string, line: string): void {
    if (told.get(key) === line) return;
    told.set(key, line);
    tell(line);
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
