/**
 * A tool call: one line that says what it is and how it went, and below it what it was given and what came out.
 */

import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { ToolCallEntry } from "@tenon/timeline";

import { agentWords } from "../messages/agent-words.ts";
import { duration, phrase, t } from "../messages/t.ts";
import { contentLines, inShort, textLines } from "./content-lines.ts";
import { diffLines } from "./diff-lines.ts";
import { createMarkdownRows } from "./markdown-rows.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Format, Style } from "../terminal/style.ts";
import { clip, textWidth } from "../terminal/text-width.ts";

const INDENTATION = "    ";

export function toolCallLines(entry: ToolCallEntry, style: Style): string[] {
  const details = [
    ...argumentLines(entry, style),
    ...entry.content.flatMap((content) => resultLines(content, entry, style)),
    ...(entry.content.length === 0 && entry.rawOutput !== undefined ? rawLines(entry.rawOutput, style) : []),
  ];
  return [toolCallHead(entry, style), ...details.map((line) => INDENTATION + line)];
}

/** The first line alone. */
export function toolCallHead(entry: ToolCallEntry, style: Style): string {
  const { paint } = style;
  const width = isWhole(style) ? undefined : style.width;
  const { mark, format } = MARKS[entry.status] ?? MARKS.pending;
  const kind = entry.kind === "other" ? "" : `${t(KINDS[entry.kind] ?? entry.kind)} `;
  const [after, afterFormat] = outcome(entry);
  const columns = width === undefined ? undefined : width - 2 - textWidth(kind) - textWidth(after);
  const title = printableLine(entry.title);
  const shown = columns === undefined ? title : clip(title, Math.max(10, columns));
  return `${paint(format, mark)} ${paint("dim", kind)}${paint("bold", shown)}${paint(afterFormat, after)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  read: phrase("read"),
  edit: phrase("edit"),
  delete: phrase("delete"),
  move: phrase("move"),
  search: phrase("search"),
  execute: phrase("execute"),
  think: phrase("think"),
  fetch: phrase("fetch"),
  switch_mode: phrase("switch_mode"),
};

/** What it is given, as far as its title does not say it. */
function argumentLines({ title, rawInput }: ToolCallEntry, style: Style): string[] {
  if (rawInput === undefined || rawInput === null) return [];
  const fields: readonly (readonly [string, unknown])[] =
    typeof rawInput === "object" && !Array.isArray(rawInput) ? Object.entries(rawInput) : [["", rawInput]];
  if (isWhole(style)) return fields.flatMap(([name, value]) => wholeArgument(name, value));
  const shown = fields.filter(([, value]) => !(typeof value === "string" && value !== "" && title.includes(value)));
  const text = shown.map(([name, value]) => `${prefix(name)}${inShort(value)}`).join(", ");
  return text === "" ? [] : [style.paint("dim", cut(text, style))];
}

function wholeArgument(name: string, value: unknown): string[] {
  const [first = "", ...rest] = textLines(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  return [`${prefix(name)}${first}`, ...rest.map((line) => `  ${line}`)];
}

function prefix(name: string): string {
  return name === "" ? "" : `${printableLine(name)}: `;
}

const MARKS = {
  pending: { mark: "○", format: "dim" },
  in_progress: { mark: "●", format: "yellow" },
  completed: { mark: "✓", format: "green" },
  failed: { mark: "✗", format: "red" },
} as const satisfies Record<ToolCallEntry["status"], { readonly mark: string; readonly format: Format }>;

function outcome(entry: ToolCallEntry): [text: string, format: Format] {
  // A question that was open when the turn was cancelled was not answered with no.
  if (entry.closedBy === "cancel") return [`  ${t(CLOSED_BY.cancel)}`, "red"];
  const denied = denial(entry);
  if (denied !== undefined) return [`  ${denied}`, "red"];
  if (entry.closedBy !== undefined) return [`  ${t(CLOSED_BY[entry.closedBy])}`, "red"];
  const isDone = entry.status === "completed" || entry.status === "failed";
  if (!isDone || entry.at === undefined || entry.changedAt === undefined) return ["", "dim"];
  return [`  ${duration(entry.changedAt - entry.at)}`, "dim"];
}

const CLOSED_BY = {
  "turn-end": phrase("never finished"),
  cancel: phrase("cancelled"),
  interruption: phrase("interrupted"),
} as const satisfies Record<NonNullable<ToolCallEntry["closedBy"]>, string>;

/** In which words it was denied; undefined if it was not. */
function denial({ permission, decision }: ToolCallEntry): string | undefined {
  if (decision?.effect === "deny")
    return t("denied: {reason}", { reason: printableLine(agentWords(t(decision.reason))) });
  if (permission?.state === "cancelled" || permission?.state === "failed") return t("not allowed");
  const option = permission?.options.find(({ optionId }) => optionId === permission.optionId);
  return option?.kind.startsWith("reject") ? t("denied") : undefined;
}

function resultLines(content: ToolCallContent, entry: ToolCallEntry, style: Style): string[] {
  switch (content.type) {
    case "content": {
      const lines = contentLines(content.content).flatMap(createMarkdownRows(style));
      const isInAnswer = style.omitsReads === true && READS.has(entry.kind) && entry.status === "completed";
      return isInAnswer && lines.length > 0
        ? [style.paint("dim", t({ one: "{count} line", other: "{count} lines" }, { count: lines.length }))]
        : firstLines(lines, style);
    }
    case "diff":
      return diffLines(content, style);
    case "terminal":
      return terminalLines(entry.terminals[content.terminalId], style);
    default:
      return [t("(unknown content: {content})", { content: inShort(content) })];
  }
}

const READS: ReadonlySet<string> = new Set(["read", "search", "fetch"]);

function terminalLines(terminal: ToolCallEntry["terminals"][string] | undefined, style: Style): string[] {
  if (!terminal) return [style.paint("dim", t("(a terminal)"))];
  const { command, args = [], output, exit } = terminal;
  const commandLine =
    command === undefined ? [] : [style.paint("dim", cut(inShort([command, ...args].join(" ")), style))];
  // A progress bar writes the same line again and again; the last one is what a person would see.
  const lines = textLines(output.replace(/[^\n]*\r(?!\n)/g, ""));
  const left = Math.max(0, lines.length - style.maxLines);
  return [
    ...commandLine,
    ...(left > 0 || terminal.truncated
      ? [style.paint("dim", left > 0 ? t("… {left} earlier lines", { left }) : t("… earlier lines"))]
      : []),
    ...lines.slice(left).map((line) => cut(line, style)),
    ...exitLines(exit, style),
  ];
}

function exitLines(exit: { exitCode?: number | null; signal?: string | null } | undefined, { paint }: Style): string[] {
  if (!exit) return [];
  if (exit.signal !== undefined && exit.signal !== null)
    return [paint("red", t("ended by {signal}", { signal: printableLine(exit.signal) }))];
  return exit.exitCode === 0 ? [] : [paint("red", t("exit code {code}", { code: exit.exitCode ?? t("unknown") }))];
}

function rawLines(output: unknown, style: Style): string[] {
  return firstLines(typeof output === "string" ? textLines(output) : [inShort(output)], style);
}

function firstLines(lines: readonly string[], style: Style): string[] {
  const shown = lines.slice(0, style.maxLines).map((line) => cut(line, style));
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, style.paint("dim", t("… {left} more lines", { left }))] : shown;
}

function cut(line: string, style: Style): string {
  return style.width === undefined || isWhole(style) ? line : clip(line, style.width - INDENTATION.length);
}

function isWhole({ maxLines }: Style): boolean {
  return maxLines === Number.POSITIVE_INFINITY;
}
