/**
 * An entry as plain text, for the clipboard.
 */

import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { Entry, ToolCallEntry } from "@tenon/timeline";

import { plainWords } from "../open-session/prompts-of.ts";

export function entryText(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
    case "agent-message":
    case "thought":
      return plainWords(entry.content);
    case "tool-call":
      return callText(entry);
    case "plan":
      return entry.items
        .map(({ content, status }) => `- [${status === "completed" ? "x" : " "}] ${content}`)
        .join("\n");
    case "notice":
      return [entry.title, entry.description ?? ""].join("\n").trim();
    case "compaction":
      return plainWords(entry.summary);
    case "turn-end":
      return [entry.error?.message ?? "", entry.reason ?? ""].join("\n").trim();
    default:
      return "";
  }
}

/** The result; the title if there is none. */
function callText(entry: ToolCallEntry): string {
  const parts = entry.content.map((part) => partText(part, entry)).filter((text) => text !== "");
  return parts.length > 0 ? parts.join("\n\n") : entry.title;
}

function partText(part: ToolCallContent, { terminals }: ToolCallEntry): string {
  if (part.type === "diff") return part.newText;
  if (part.type === "terminal") return terminals[part.terminalId]?.output ?? "";
  return "content" in part && part.content.type === "text" ? part.content.text : "";
}
