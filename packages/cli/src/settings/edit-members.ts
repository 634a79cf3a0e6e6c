/**
 * Adds and removes members of an object in a JSON file that a person wrote, and leaves all else as it is: comments, order,
 * indentation, and whether there are trailing commas, which other programs may not read.
 */

import { parseJson } from "@tenon/hub/config";

import { offsetOf } from "./edit-json.ts";

/** Undefined if there is no object at this path. The key must not be there yet. */
export function addMember(text: string, path: string, key: string, value: unknown): string | undefined {
  const found = findObject(text, path);
  if (!found) return undefined;
  const { start, end, members } = found;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = indentAt(text, start);
  const unit = /\n([\t ]+)\S/.exec(text)?.[1] ?? "  ";
  const inner = outer + unit;
  const json = JSON.stringify(value, undefined, unit.includes("\t") ? "\t" : Math.min(unit.length, 4));
  const member = `${JSON.stringify(key)}: ${json.replaceAll("\n", newline + inner)}`;
  const last = members.at(-1);
  const isOpen = last === undefined || last.hasComma;
  const kept = last
    ? `${text.slice(0, last.valueEnd)}${isOpen ? "" : ","}${text.slice(last.valueEnd, end)}`
    : text.slice(0, end);
  const comma = last?.hasComma ? "," : "";
  return `${kept.trimEnd()}${newline}${inner}${member}${comma}${newline}${outer}${text.slice(end)}`;
}

/** Every member of that name. Undefined if there is none. A comment on the same line goes with it; those above it stay. */
export function removeMember(text: string, path: string, key: string): string | undefined {
  const found = findObject(text, path);
  const index = found?.members.findLastIndex((member) => member.key === key) ?? -1;
  const member = found?.members[index];
  if (!found || !member) return undefined;
  const before = found.members[index - 1];
  const [start, end] = linesOf(text, member.keyStart, member.end);
  const rest = text.slice(end);
  const isLast = index === found.members.length - 1;
  // The comma before the last member is one too many now, if the file has no trailing commas.
  const kept =
    isLast && !member.hasComma && before
      ? text.slice(0, before.end - 1) + text.slice(before.end, start)
      : text.slice(0, start);
  const removed = kept + rest;
  return removeMember(removed, path, key) ?? removed;
}

interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly valueEnd: number;
  readonly hasComma: boolean;
  /** After the comma, or after the value if there is none. */
  readonly end: number;
}

interface FoundObject {
  readonly start: number;
  /** Where its closing brace is. */
  readonly end: number;
  readonly members: readonly Member[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[[\]{},:]|[^\s"/[\]{},:]+/g;

/** The text is sound, for it was parsed. */
function findObject(text: string, path: string): FoundObject | undefined {
  const parsed = parseJson(text);
  const position = parsed.isJson ? parsed.positionOf(path) : undefined;
  const start = position && offsetOf(text, position);
  if (start === undefined || text[start] !== "{") return undefined;
  const members: Member[] = [];
  let depth = 0;
  let open: { readonly key: string; readonly keyStart: number; readonly valueEnd: number } | undefined;
  for (const match of text.slice(start).matchAll(TOKEN)) {
    const [token] = match;
    const at = start + match.index;
    if (/^\/[/*]/.test(token)) continue;
    const closes = depth === 1 && token === "}";
    if (open && (closes || (depth === 1 && token === ","))) {
      const hasComma = !closes;
      members.push({ ...open, hasComma, end: hasComma ? at + 1 : open.valueEnd });
      open = undefined;
    } else if (open) open = { ...open, valueEnd: at + token.length };
    else if (!closes && depth === 1) open = { key: String(JSON.parse(token)), keyStart: at, valueEnd: at };
    if (closes) return { start, end: at, members };
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
  }
  return undefined;
}

function indentAt(text: string, offset: number): string {
  return /^[\t ]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";
}

/** Whole lines, if nothing else is on them. */
function linesOf(text: string, start: number, end: number): readonly [number, number] {
  const spaces = /[\t ]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const first = start - spaces;
  const startsLine = first === 0 || text[first - 1] === "\n";
  const rest = /^[\t ]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[\t ]*)?\r?\n/.exec(text.slice(end));
  return startsLine && rest ? [first, end + rest[0].length] : [first, end];
}
