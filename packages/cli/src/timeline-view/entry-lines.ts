/**
 * An entry of a timeline as lines for a person, with colour or without.
 *
 * Whatever agents and tools put into it, printing the lines does nothing to a terminal but show them.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { Entry } from "@tenon/timeline";

import { stateText } from "../messages/state-text.ts";
import { agentWords } from "../messages/agent-words.ts";
import { phrase, t } from "../messages/t.ts";
import { contentLines, inShort } from "./content-lines.ts";
import { elicitationLines } from "./elicitation-lines.ts";
import { createMarkdownRows } from "./markdown-rows.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Format, Style } from "../terminal/style.ts";
import { toolCallLines } from "./tool-call-lines.ts";
import { wrapLine } from "../terminal/wrap-line.ts";

/** None for what a person need not see. */
export function entryLines(entry: Entry, style: Style): string[] {
  const { paint } = style;
  switch (entry.type) {
    case "user-message":
      return messageLines(entry.content, style).map((line) => `${paint("cyan", ">")} ${line}`);
    case "agent-message":
      return messageLines(entry.content, style).flatMap(createMarkdownRows(style));
    case "thought":
      return messageLines(entry.content, style).map((line) => paint("dim", line));
    case "tool-call":
      return toolCallLines(entry, style);
    case "elicitation":
      return elicitationLines(entry, style);
    case "plan":
      return planLines(entry.items, style);
    case "notice":
      return noticeLines(entry, style);
    case "compaction":
      return compactionLines(entry, style);
    case "mode":
      return [paint("dim", t("mode: {mode}", { mode: printableLine(entry.modeId) }))];
    case "options":
      return entry.changed.map((option) =>
        paint("dim", `${printableLine(agentWords(option.name))}: ${inShort(option.currentValue)}`),
      );
    case "usage":
      return [paint("dim", usageText(entry))];
    case "receipt":
      return [paint(FAILED_RECEIPT.test(entry.state) ? "yellow" : "dim", receiptText(entry))];
    case "turn-end":
      return turnEndLines(entry, style);
    case "unknown":
      return [paint("dim", t("(unknown update {name}: {update})", unknownUpdate(entry)))];
  }
}

function unknownUpdate({ name, update }: Of<"unknown">) {
  return { name: printableLine(name), update: inShort(update) };
}

type Of<Type extends Entry["type"]> = Extract<Entry, { readonly type: Type }>;

/** Lines of text, broken where the terminal ends. */
function messageLines(content: readonly ContentBlock[], { width }: Style): string[] {
  const lines = content.flatMap(contentLines);
  // Two columns are for the mark before a user's message.
  return width === undefined ? lines : lines.flatMap((line) => wrapLine(line, width - 2));
}

function planLines(items: Of<"plan">["items"], { paint }: Style): string[] {
  return items.map(({ content, status }) => {
    const text = printableLine(content);
    if (status === "completed") return paint("dim", `[x] ${text}`);
    return status === "in_progress" ? paint("bold", `[>] ${text}`) : `[ ] ${text}`;
  });
}

const SEVERITIES: Readonly<Record<string, Format>> = { error: "red", warning: "yellow" };

function noticeLines({ severity, title, description }: Of<"notice">, { paint, width }: Style): string[] {
  const text = [title, description ?? ""].map(printableLine).filter(Boolean).join(": ");
  const lines = width === undefined ? [`! ${text}`] : wrapLine(`! ${text}`, width);
  return lines.map((line) => paint(SEVERITIES[severity] ?? "dim", line));
}

function compactionLines({ status, error }: Of<"compaction">, { paint }: Style): string[] {
  const state = stateText(printableLine(status));
  const text =
    error === undefined
      ? t("(history compaction: {state})", { state })
      : t("(history compaction: {state}: {reason})", { state, reason: printableLine(error) });
  return [paint("dim", text)];
}

/** States in which the tools of a server are not there. */
export const FAILED_RECEIPT = /^(?:failed|needs sign-in|waiting for trust|refused)$/;

function receiptText({ server, state, reason }: Of<"receipt">): string {
  const values = { server: printableLine(server), state: stateText(printableLine(state)) };
  if (reason === undefined) return t("server {server} {state}", values);
  return t("server {server} {state}: {reason}", { ...values, reason: printableLine(reason) });
}

function usageText({ used, size, cost }: Of<"usage">): string {
  const price =
    cost && cost.amount > 0 ? `, ${cost.amount.toFixed(cost.amount < 1 ? 4 : 2)} ${printableLine(cost.currency)}` : "";
  const share = size > 0 ? Math.round((used / size) * 100) : 0;
  const values = { used: count(used), size: count(size), share };
  const tokens =
    size > 0 ? t("context: {used} of {size} ({share} %) tokens", values) : t("context: {used} tokens", values);
  return `${tokens}${price}`;
}

function count(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  cancelled: phrase("Cancelled."),
  refusal: phrase("The agent refused to continue."),
  max_tokens: phrase("Stopped: the model reached its output token limit."),
  max_turn_requests: phrase("Stopped: the agent reached its limit of requests per turn."),
};

/** Nothing where a turn ended as it should. */
function turnEndLines({ stopReason, error, isInterrupted }: Of<"turn-end">, { paint }: Style): string[] {
  if (error) return [paint("red", t("The turn failed: {reason}", { reason: printableLine(error.message) }))];
  if (isInterrupted) return [paint("red", t("The turn was interrupted."))];
  if (stopReason === undefined || stopReason === "end_turn") return [];
  const known = STOP_REASONS[stopReason];
  const text = known === undefined ? t("The turn ended: {reason}", { reason: printableLine(stopReason) }) : t(known);
  return [paint("yellow", text)];
}
