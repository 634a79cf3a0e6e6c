/**
 * The notes that take the place of a long conversation. This model understands none of it, so they are excerpts: what
 * the user asked for, which tools were called, which files and addresses were named.
 */

import type { AssistantPart, Message, ModelRequest, ToolResult } from "../model.ts";
import { findValues } from "./fill/find-values.ts";
import { isNotes } from "./turn-so-far.ts";

const MOST_LINES = 20;
const LONGEST_LINE = 160;
const LONGEST_NOTES = 2_000;

/** Whether this asks for such notes and not for work. */
export function isNotesRequest({ system, tools }: ModelRequest): boolean {
  return tools.length === 0 && system.length === 1 && /^You write the notes\b/.test(system[0] ?? "");
}

/** Of all messages but the last, which is the request for it. */
export function sumUp(messages: readonly Message[]): string {
  const old = messages.slice(0, -1);
  const said = old.flatMap((message) => (message.role === "user" ? message.parts : [])).flatMap(textOf);
  const earlier = said.filter(isNotes).map((text) => text.slice(text.indexOf("\n") + 1).trim());
  const asked = said.filter((text) => !isNotes(text)).flatMap(firstLine);
  const parts = old.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  const results = old.flatMap((message) => (message.role === "tool" ? message.results : []));
  const wish = /Above all keep: (.+)/s.exec(lastText(messages))?.[1];
  return [
    "Excerpts by the rehearsal model, which has understood none of it.",
    ...(wish ? [`To be kept above all: ${wish.trim()}`] : []),
    ...section("The user asked:", asked),
    ...section("Tools that were called:", toldCalls(parts, results)),
    ...section("Files and addresses that were named:", namedIn([...asked, ...parts.flatMap(textsOfCall)])),
    ...(earlier.length > 0 ? ["Before that:", earlier.join("\n").slice(0, LONGEST_NOTES)] : []),
  ].join("\n");
}

function toldCalls(parts: readonly AssistantPart[], results: readonly ToolResult[]): readonly string[] {
  const names = parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
  return [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => {
    const failed = results.filter((result) => result.name === name && result.isError).length;
    return `${name}, ${length === 1 ? "once" : `${length} times`}${failed > 0 ? `, ${failed} failed` : ""}`;
  });
}

/** The newest, because they matter most for going on. */
function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.slice(-MOST_LINES).map((line) => `- ${line}`)];
}

function namedIn(texts: readonly string[]): readonly string[] {
  const values = texts.flatMap(findValues).filter(({ kind }) => kind === "path" || kind === "url");
  return [...new Set(values.map(({ text }) => text))];
}

/** Each apart, so that a path is seen as one. */
function textsOfCall(part: AssistantPart): readonly string[] {
  const values = part.type === "tool-call" ? Object.values(part.args) : [];
  return values.flatMap((value) => (typeof value === "string" && value.length <= LONGEST_LINE ? [`"${value}"`] : []));
}

function textOf(part: { readonly type: string; readonly text?: string }): readonly string[] {
  return part.type === "text" && part.text !== undefined ? [part.text] : [];
}

function firstLine(text: string): readonly string[] {
  const line = text.trim().split("\n", 1)[0] ?? "";
  if (line === "" || line.startsWith("(What the user asked for last")) return [];
  return [line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 1)}…`];
}

function lastText(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last?.role === "user" ? last.parts.flatMap(textOf).join("\n") : "";
}
