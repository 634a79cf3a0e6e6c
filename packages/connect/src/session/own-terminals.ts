/**
 * Terminals that run here because the editor has none: it cannot show them, so their calls show what they wrote as text.
 */

import { isObject, itemsOf, type JsonObject, stringOf } from "@tenon/basis";

export interface OwnTerminals {
  wrote(terminalId: string, text: string): void;
  /** An update of a call as the editor gets it; undefined if it stays as it is. */
  shown(update: JsonObject): JsonObject | undefined;
}

const MAX_SHOWN = 32 * 1024;
const MAX_TERMINALS = 100;
const ENDED: ReadonlySet<unknown> = new Set(["completed", "failed"]);

export function createOwnTerminals(): OwnTerminals {
  const outputs = new Map<string, string>();
  const ofCalls = new Map<string, string>();
  return {
    wrote(terminalId, text) {
      outputs.set(terminalId, ((outputs.get(terminalId) ?? "") + text).slice(-MAX_SHOWN));
      const [oldest] = outputs.keys();
      if (outputs.size > MAX_TERMINALS && oldest !== undefined) outputs.delete(oldest);
    },
    shown(update) {
      const toolCallId = stringOf(update["toolCallId"]) ?? "";
      const content = itemsOf(update["content"]);
      const terminal = content.filter(isObject).find(({ type }) => type === "terminal");
      const terminalId = stringOf(terminal?.["terminalId"]) ?? ofCalls.get(toolCallId);
      if (terminalId === undefined) return undefined;
      ofCalls.set(toolCallId, terminalId);
      const isOver = ENDED.has(update["status"]);
      if (isOver) ofCalls.delete(toolCallId);
      if (!terminal && !isOver) return undefined;
      const others = content.filter((each) => each !== terminal);
      return { ...update, content: [...others, asText(outputs.get(terminalId) ?? "")] };
    },
  };
}

/** As long a fence as the text does not have. */
function asText(output: string): object {
  const longest = Math.max(2, ...[...output.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return { type: "content", content: { type: "text", text: `${fence}\n${output.trimEnd()}\n${fence}` } };
}
