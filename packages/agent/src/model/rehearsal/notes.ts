/**
 * The notes that replace a long conversation. This model understands none of it, so they are excerpts: what the user asked
 * for last.
 */

import { NOTES_HEADING } from "../agent-texts.ts";
import type { Message, ModelRequest } from "../model.ts";

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 160;

/** Whether this asks for such notes and not for work. */
export function isNotesRequest({ system, tools }: ModelRequest): boolean {
  return tools.length === 0 && system.length === 1 && /^You write the notes\b/.test(system[0] ?? "");
}

/** Of all messages but the last, which is the request for it, with what to keep. */
export function excerpts(messages: readonly Message[]): string {
  const parts = messages.map((message) => (message.role === "user" ? message.parts : []));
  const texts = parts.map((each) => each.map((part) => (part.type === "text" ? part.text : "")).join("\n"));
  const lines = texts.slice(0, -1).flatMap((text) => text.replace(NOTES_HEADING, "").split("\n"));
  const kept = lines.filter((line) => /^[^(]/.test(line)).slice(-MAX_LINES);
  const wish = texts.at(-1)?.match(/Above all keep: .+/s) ?? [];
  const heading = "Excerpts picked by the rehearsal model, which does not understand text:";
  return [heading, ...kept.map((line) => line.slice(0, MAX_LINE_LENGTH)), ...wish].join("\n");
}
