/**
 * One file of configuration, read as far as it is sound. Reading never fails: what is wrong is a problem with its position.
 */

import { isObject } from "@tenon/basis";

import { checkConfiguration } from "./check/check-configuration.ts";
import { unknownKeys } from "./check/unknown-keys.ts";
import type { ConfigurationFile } from "./configuration-file.ts";
import { type Position, parseJson } from "./json/parse-json.ts";
import type { Problem } from "./problem.ts";
import { readTextFile } from "./read-text-file.ts";

export interface ReadConfiguration {
  readonly file: string;
  /** Without the parts that are not as the schema says. */
  readonly content: ConfigurationFile;
  /** Servers that are left out of the content, with the reason. */
  readonly faultyServers: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  readonly positionOf: (path: string) => Position | undefined;
}

/** `undefined` if there is no such file. */
export async function readConfigurationFile(file: string): Promise<ReadConfiguration | undefined> {
  const found = await readTextFile(file);
  if (found === undefined) return undefined;
  return "fault" in found ? unreadable(file, found.fault) : readConfiguration(file, found.text);
}

export function readConfiguration(file: string, text: string): ReadConfiguration {
  const parsed = parseJson(text);
  if (!parsed.isJson) return nothing(file, { code: "syntax", message: parsed.message, ...parsed.position });
  const { positionOf, duplicates } = parsed;
  const document = withoutEmptyLists(parsed.value);
  const { sound, faults } = checkConfiguration(document);
  const problems: Problem[] = [];
  for (const { path, ...fault } of faults) problems.push({ level: "error", code: "invalid", ...fault, ...at(path) });
  for (const path of duplicates) {
    const message = "is a duplicate key; this one is used";
    problems.push({ level: "warning", code: "duplicate_key", message, ...at(path) });
  }
  for (const { path, nearest } of unknownKeys(document)) {
    const message = `is not known${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`;
    problems.push({ level: "warning", code: "unknown_key", message, ...at(path) });
  }
  const faultyServers = new Map<string, string>();
  for (const { server, path, message } of faults) {
    if (server === undefined) continue;
    const before = faultyServers.get(server);
    faultyServers.set(server, `${before === undefined ? "" : `${before}; `}${path}: ${message}`);
  }
  return { file, content: sound, faultyServers, problems, positionOf };

  function at(path: string) {
    return { file, path, ...positionOf(path) };
  }
}

/** A list of servers that is `null` or `[]` is one without servers [A-07]. */
function withoutEmptyLists(document: unknown): unknown {
  if (!isObject(document)) return document;
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(document).filter(([key, value]) => !(/^(?:mcpServers|servers)$/.test(key) && isEmpty(value))),
  );
}

function unreadable(file: string, message: string): ReadConfiguration {
  return nothing(file, { code: "unreadable", message });
}

function nothing(file: string, problem: Omit<Problem, "level" | "file">): ReadConfiguration {
  const problems: readonly Problem[] = [{ level: "error", file, ...problem }];
  return { file, content: {}, faultyServers: new Map(), problems, positionOf: () => undefined };
}
