/**
 * A frame with changes in it: members of the message that stay keep their bytes, so that numbers that JavaScript cannot
 * hold and the spelling of what we do not read survive next to what we change.
 */

import { isObject, type JsonObject, type MemberSpan, memberSpans } from "@tenon/basis";

import type { Frame } from "./frame.ts";

/** `message` shares the values that stay with the message of the frame. */
export function changedFrame(frame: Frame, message: unknown): Frame {
  let text: string | undefined;
  return {
    message,
    // Made when it is read: between parts of one process it is not.
    get text() {
      return (text ??= changedText(frame.text, frame.message, message));
    },
  };
}

/** `text` is JSON, and `before` its value. */
export function changedText(text: string, before: unknown, after: unknown): string {
  if (before === after) return text;
  if (!isObject(before) || !isObject(after)) return JSON.stringify(after);
  const spans = memberSpans(text);
  const names = new Set(spans.map(({ name }) => name));
  // Which of two members of one name counts is not for us to decide: an agent may read the other one.
  const isPlain = names.size === spans.length && spans.every(({ name }) => after[name] !== undefined);
  return isPlain ? spliced(text, spans, { before, after }) : rebuilt(text, spans, { before, after });
}

interface Change {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

function spliced(text: string, spans: readonly MemberSpan[], { before, after }: Change): string {
  const names = new Set(spans.map(({ name }) => name));
  const added = Object.entries(after).filter(([name, value]) => !names.has(name) && value !== undefined);
  let result = "";
  let from = 0;
  for (const { name, start, end } of spans) {
    result += text.slice(from, start) + changedText(text.slice(start, end), before[name], after[name]);
    from = end;
  }
  const members = added.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const last = text.lastIndexOf("}");
  const rest = members.length === 0 ? "" : `${spans.length === 0 ? "" : ","}${members.join(",")}`;
  return result + text.slice(from, last) + rest + text.slice(last);
}

function rebuilt(text: string, spans: readonly MemberSpan[], { before, after }: Change): string {
  // Of two members of one name the last is the one that was parsed.
  const kept = new Map(spans.map(({ name, start, end }) => [name, text.slice(start, end)]));
  const members = Object.entries(after).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const raw = kept.get(name);
    const written = raw === undefined ? JSON.stringify(value) : changedText(raw, before[name], value);
    return [`${JSON.stringify(name)}:${written}`];
  });
  return `{${members.join(",")}}`;
}
