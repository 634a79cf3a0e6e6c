/** The servers in a program's file, as `tenon.json` would have them. */

import { isObject, valueAt } from "@tenon/basis";
import { parseJson } from "@tenon/hub/config";

import type { ClientKind } from "./client-kind.ts";
import { standardEntry } from "./dialects.ts";
import type { Machine } from "./locate-files.ts";

export interface ClientEntry {
  readonly name: string;
  readonly entry: unknown;
  /** Where it is in the file. */
  readonly keys: readonly string[];
}

/** The last one of a name counts: the list of keys of a client ends with the strongest. */
export function clientEntries(kind: ClientKind, document: unknown, machine: Machine): readonly ClientEntry[] {
  const all = kind.keys.flatMap((keys) => entriesAt(keys, kind, document, machine));
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

function entriesAt(keys: readonly string[], kind: ClientKind, document: unknown, { cwd }: Machine): ClientEntry[] {
  const path = keys.map((key) => (key === "{cwd}" ? cwd : key));
  const entries = valueAt(document, ...path);
  if (!isObject(entries)) return [];
  return Object.entries(entries).flatMap(([name, written]) => {
    // OpenCode keeps its servers in `mcp`, or in `mcp.servers`.
    if (kind.dialect === "opencode" && name === "servers" && path.length === 1) return [];
    const entry = standardEntry(written, kind.dialect);
    return entry === undefined ? [] : [{ name, entry, keys: [...path, name] }];
  });
}

/** Editors put in what is not in the environment. */
export function withKnownVariables(entry: unknown, { home }: Machine): unknown {
  const text = JSON.stringify(entry);
  if (text === undefined || !text.includes("${userHome}")) return entry;
  const parsed = parseJson(text.replaceAll("${userHome}", JSON.stringify(home).slice(1, -1)));
  return parsed.isJson ? parsed.value : entry;
}
