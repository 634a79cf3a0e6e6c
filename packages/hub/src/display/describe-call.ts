/**
 * How a call of a server's tool is shown: what it does, what it is about, which files it names.
 *
 * For display only. Names, annotations and arguments are the server's and the model's word, so nothing here is put to the
 * policy. Paths are compared as text and never looked up: asking the disk would reveal what exists there.
 */

import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { isString, objectOf } from "@tenon/basis";
import { isInside, isSecretName, visibleLine } from "@tenon/policy";

import type { HubTool } from "../catalogue/hub-tool.ts";

export interface Folders {
  readonly cwd: string;
  readonly roots: readonly string[];
}

/** As ACP names them. */
type CallKind = "read" | "search" | "edit" | "delete" | "move" | "execute" | "fetch" | "think" | "other";

export interface CallDescription {
  readonly title: string;
  readonly kind: CallKind;
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
}

type Arguments = Readonly<Record<string, unknown>>;

const MAX_SUBJECT_LENGTH = 80;
const MAX_LOCATIONS = 20;

export function describeCall(
  tool: Pick<HubTool, "server" | "tool" | "title" | "definition">,
  args: Arguments,
  folders: Folders,
): CallDescription {
  const about = subjectOf(args, folders);
  const title = `${tool.server}: ${tool.title}`;
  const paths = pathsIn(args, folders);
  const line = args["line"] ?? args["line_number"] ?? args["startLine"];
  const isLine = paths.length === 1 && Number.isSafeInteger(line) && Number(line) > 0;
  const locations = paths.map((path) => ({ path, ...(isLine && { line: Number(line) }) }));
  return {
    title: about === undefined ? title : `${title} (${about})`,
    kind: kindOf(tool),
    ...(locations.length > 0 && { locations }),
  };
}

/** By the name's verb; where it has none that we know, by what the server says of the tool. */
function kindOf({ tool, definition }: Pick<HubTool, "tool" | "definition">): CallKind {
  const words = tool
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const verb = [words[0], words.at(-1), ...words].find((word) => word !== undefined && KINDS.has(word));
  const { readOnlyHint, destructiveHint } = objectOf(definition["annotations"]);
  const hinted = readOnlyHint === true ? "read" : destructiveHint === true ? "edit" : "other";
  return KINDS.get(verb ?? "") ?? hinted;
}

const VERBS: readonly (readonly [CallKind, string])[] = [
  ["read", "get read list show view describe status count check inspect diff log tree info stat resolve"],
  ["search", "search find query grep lookup locate"],
  ["edit", "create write edit update add insert append set put patch replace upsert post save commit merge comment"],
  ["delete", "delete remove drop clear purge destroy unset"],
  ["move", "move rename copy transfer"],
  ["execute", "run execute exec eval evaluate start stop restart kill invoke call trigger deploy install click press"],
  ["fetch", "fetch download navigate browse crawl scrape goto"],
  ["think", "think plan reason"],
];
const KINDS = new Map(VERBS.flatMap(([kind, verbs]) => verbs.split(" ").map((verb) => [verb, kind] as const)));

/** The argument that says most about the call, on one line. */
function subjectOf(args: Arguments, folders: Folders): string | undefined {
  const named = Object.entries(args).filter(([name]) => !isSecretName(name, "field"));
  const ranked = named
    .map(([name, value]) => ({ name: wordsOf(name), text: textOf(value), rank: rankOf(wordsOf(name)) }))
    .filter(({ text }) => text !== "")
    .toSorted((a, b) => a.rank - b.rank);
  const [first] = ranked;
  if (!first) return undefined;
  const path = PATH_NAME.test(first.name) ? placeOf(first.text, folders) : undefined;
  const shown = path !== undefined && isInside(path, folders.cwd) ? relative(folders.cwd, path) || "." : first.text;
  return visibleLine(shown, MAX_SUBJECT_LENGTH) || undefined;
}

const PATH_NAME = /(?:^|_)(?:path|file|filename|filepath|dir|directory|folder)s?$/;

const TELLING: readonly RegExp[] = [
  PATH_NAME,
  /(?:^|_)(?:url|uri|href)s?$/,
  /^(?:command|cmd|sql|expression|code|script)$/,
  /(?:^|_)(?:query|q|pattern|search|question|keywords?|term)$/,
  /(?:^|_)(?:title|subject|name|summary|key)$/,
  /(?:^|_)(?:message|text|prompt|description)$/,
  /(?:^|_)(?:id|number|ref|branch|sha|channel|repo)$/,
];

function rankOf(name: string): number {
  const at = TELLING.findIndex((pattern) => pattern.test(name));
  return at === -1 ? TELLING.length : at;
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 1 ? textOf(value[0]) : value.filter(isString).slice(0, 3).join(", ");
  return isString(value) || typeof value === "number" ? `${value}`.trim() : "";
}

/** The paths inside the session's folders that arguments name, absolute. */
function pathsIn(args: Arguments, folders: Folders): readonly string[] {
  const found = Object.entries(args).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter(isString);
    return texts.flatMap((text) => (mayBePath(wordsOf(name), text) ? (placeOf(text, folders) ?? []) : []));
  });
  return [...new Set(found)].slice(0, MAX_LOCATIONS);
}

/** A relative path looks like any other text, so only the parameter's name identifies it. */
function mayBePath(name: string, text: string): boolean {
  return isAbsolute(text) || text.startsWith("file://") || (PATH_NAME.test(name) && !/^[a-z][a-z0-9+.-]*:/i.test(text));
}

/** Undefined if it lies outside, or cannot be a path. */
function placeOf(text: string, { cwd, roots }: Folders): string | undefined {
  if (text === "" || text.includes("\n") || text.includes("\0")) return undefined;
  const path = text.startsWith("file://") ? pathOfUri(text) : isAbsolute(text) ? join(text) : join(cwd, text);
  return path !== undefined && roots.some((root) => isInside(path, root)) ? path : undefined;
}

function pathOfUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // of another machine, or no address at all
  }
}

function wordsOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}
