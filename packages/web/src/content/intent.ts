/**
 * What a tool call would do: its command line, URL and files, read from its arguments.
 */

import type { ToolCallContent, ToolCallLocation } from "@agentclientprotocol/sdk";
import { defined, isObject, type JsonObject, readArray, stringOf } from "@tenon/basis";

export interface Intent {
  readonly command?: string;
  /** Where the command runs. */
  readonly cwd?: string;
  readonly url?: string;
  /** Absolute where the agent gives them so. */
  readonly paths: readonly string[];
  /** The remaining arguments. */
  readonly others: JsonObject;
  /** A diff shows their effect. */
  readonly isDiff?: true;
}

export interface IntentSource {
  readonly rawInput?: unknown;
  readonly locations?: readonly ToolCallLocation[];
  readonly content?: readonly ToolCallContent[];
}

const COMMAND_FIELDS = ["command", "cmd", "line"];
const CWD_FIELDS = ["cwd", "workdir", "working_directory"];
const URL_FIELDS = ["url", "uri", "href"];
const PATH_FIELDS = ["path", "file_path", "filePath", "abs_path", "filename"];

export function intentOf({ rawInput, locations = [], content = [] }: IntentSource): Intent {
  const input: JsonObject = isObject(rawInput) ? rawInput : {};
  const command = commandIn(input);
  const [cwdField, cwd] = firstText(input, CWD_FIELDS);
  const [urlField, url] = firstText(input, URL_FIELDS);
  const [pathField, path] = firstText(input, PATH_FIELDS);
  const shown = new Set(content.flatMap((part) => (part.type === "diff" ? part.path : [])));
  const paths = [...locations.map((location) => location.path), ...(path === undefined ? [] : [path])];
  const covered = new Set<string | undefined>([urlField, pathField]);
  if (command !== undefined) for (const name of [...COMMAND_FIELDS, "args", cwdField]) covered.add(name);
  return {
    ...defined({ command, cwd: command === undefined ? undefined : cwd, url }),
    paths: withoutRepeats(paths).filter((known) => !shown.has(known)),
    ...(shown.size > 0 && { isDiff: true }),
    others: Object.fromEntries(Object.entries(input).filter(([name]) => !covered.has(name))),
  };
}

function commandIn(input: JsonObject): string | undefined {
  const command = COMMAND_FIELDS.map((name) => input[name]).find((value) => value !== undefined);
  const words = Array.isArray(command) ? readArray(command, stringOf) : undefined;
  const args = readArray(input["args"], stringOf);
  if (words && words.length > 0) return [...words, ...args].map(quoted).join(" ");
  const line = stringOf(command);
  return line === undefined || line === "" ? undefined : [line, ...args.map(quoted)].join(" ");
}

/** Quoted for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function firstText(input: JsonObject, names: readonly string[]): readonly [string | undefined, string | undefined] {
  const name = names.find((candidate) => typeof input[candidate] === "string" && input[candidate] !== "");
  return name === undefined ? [undefined, undefined] : [name, stringOf(input[name])];
}

/** Drops relative paths that an absolute one repeats. */
function withoutRepeats(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && other.endsWith(`/${path}`)));
}
