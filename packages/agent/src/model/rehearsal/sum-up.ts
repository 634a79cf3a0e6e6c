/**
 * The notes that replace a long conversation. This model understands none of it, so they are excerpts: what the user asked
 * for, and which tools were called.
 */

import { NOTES_HEADING } from "../agent-texts.ts";
import type { Message, ModelRequest } from "../model.ts";

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 160;
const MAX_NOTES_LENGTH = 2_000;

/** Whether this asks for such notes and not for work. */
export function isNotesRequest({ system, tools }: ModelRequest): boolean {
  return tools.length === 0 && system.length === 1 && /^You write the notes\b/.test(system[0] ?? "");
}

/** Of all messages but the last, which is the request for it. */
export function sumUp(messages: readonly Message[]): string {
  const old = messages.slice(0, -1);
  const texts = old.flatMap(userTexts);
  const earlier = texts.find((text) => text.startsWith(NOTES_HEADING));
  const asked = texts.flatMap((text) => (text.startsWith("(") ? [] : [text.trim().slice(0, MAX_LINE_LENGTH)]));
  const calls = old
    .flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
  const wish = /Above all keep: (.+)/s.exec(messages.slice(-1).flatMap(userTexts).join("\n"))?.[1];
  return [
    "Excerpts by the rehearsal model, which has understood none of it.",
    ...(wish ? [`To be kept above all: ${wish.trim()}`] : []),
    ...section("The user asked:", asked),
    ...section(
      "Tools that were called:",
      [...Map.groupBy(calls, (name) => name)].map(
        ([name, { length }]) => `${name}, ${length === 1 ? "once" : `${length} times`}`,
      ),
    ),
    ...(earlier ? ["Before that:", earlier.slice(NOTES_HEADING.length, MAX_NOTES_LENGTH).trim()] : []),
  ].join("\n");
}

/** The newest lines matter most for going on. */
function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.slice(-MAX_LINES).map((line) => `- ${line}`)];
}

function userTexts(message: Message): readonly string[] {
  const parts = message.role === "user" ? message.parts : [];
  return parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : []));
}
