/**
 * The words of an entry as people read them.
 */

import type { Entry, MessageEntry, ToolCallEntry } from "@tenon/timeline";

/** The rest of a long result is noise in a search. */
const MAX_RESULT = 20_000;

export function entryWords(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
    case "agent-message":
    case "thought":
      return textOf(entry.content);
    case "tool-call":
      return callWords(entry);
    case "notice":
      return [entry.title, entry.description ?? ""].join("\n").trim();
    case "compaction":
      return textOf(entry.summary);
    case "plan":
      return entry.items.map(({ content }) => content).join("\n");
    case "elicitation":
      return entry.message;
    default:
      return "";
  }
}

function callWords(call: ToolCallEntry): string {
  const parts = call.content.map((part) => partText(part, call));
  return [call.title, ...parts].join("\n").trim().slice(0, MAX_RESULT);
}

function partText(part: ToolCallEntry["content"][number], { terminals }: ToolCallEntry): string {
  if (part.type === "diff") return `${part.path}\n${part.newText}`;
  if (part.type === "terminal") return terminals[part.terminalId]?.output ?? "";
  return "content" in part ? textOf([part.content]) : "";
}

function textOf(content: MessageEntry["content"]): string {
  return content
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n")
    .trim();
}
