/**
 * The prompts of a session, and the session as a text.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { Entry, MessageEntry } from "@tenon/timeline";

import type { SessionSnapshot } from "./session-fold.ts";

type Entries = Pick<SessionSnapshot, "rowCount" | "row" | "entry">;

/** The last prompt before an entry, by its key; of the whole session without one. */
export function promptBefore(session: Entries, key?: string): MessageEntry | undefined {
  const entries = entriesOf(session);
  const end = key === undefined ? entries.length : entries.findIndex((entry) => entry.key === key);
  return entries.slice(0, end).findLast(isPrompt);
}

/** What was written in prompts, the last one first, each once. */
export function promptTexts(session: Entries): readonly string[] {
  const texts = entriesOf(session).flatMap((entry) => (entry.type === "user-message" ? plainWords(entry.content) : []));
  return [...new Set(texts.toReversed())].filter((text) => text !== "");
}

/** In characters. */
export const MAX_TRANSCRIPT = 60_000;

/** The conversation as Markdown, its end if it is long: for an agent that has not seen it. */
export function transcriptOf(session: Entries): string {
  const parts = entriesOf(session).flatMap((entry) => {
    if (entry.type === "user-message") return `## User\n\n${plainWords(entry.content)}`;
    if (entry.type === "agent-message") return `## Agent\n\n${plainWords(entry.content)}`;
    return entry.type === "tool-call" ? `- Tool: ${entry.title} (${entry.status})` : [];
  });
  const text = parts.join("\n\n");
  return text.length <= MAX_TRANSCRIPT ? text : `(Its beginning is left out.)\n\n${text.slice(-MAX_TRANSCRIPT)}`;
}

export function plainWords(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n")
    .trim();
}

function isPrompt(entry: Entry): entry is MessageEntry {
  return entry.type === "user-message";
}

function entriesOf({ rowCount, row, entry }: Entries): readonly Entry[] {
  return Array.from({ length: rowCount }, (_, index) => entry(row(index)?.first)).filter((one) => one !== undefined);
}
