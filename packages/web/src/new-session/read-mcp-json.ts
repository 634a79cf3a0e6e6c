/**
 * Servers from a pasted `mcp.json`, in the shapes that programs write: under `mcpServers`, `servers` or `context_servers`, a bare
 * object of servers, or one server alone. Comments and trailing commas are skipped.
 */

import { arrayOf, isObject, isString, type JsonObject, objectOf, parseJson, stringOf } from "@tenon/basis";

import { t } from "../language/t.ts";
import type { ServerRow } from "../page/session-servers.ts";

const KEYS = ["mcpServers", "servers", "context_servers", "mcp"] as const;

/** Rows for the form; or a sentence that says why there are none. */
export function readMcpJson(text: string): readonly ServerRow[] | string {
  const value = parseJson(withoutComments(text)) ?? parseJson(`{${withoutComments(text)}}`);
  if (!isObject(value)) return t("This is not JSON. Paste the whole mcp.json, braces included.");
  const rows = Object.entries(entriesIn(value)).flatMap(([name, entry]) => rowOf(name, objectOf(entry)) ?? []);
  return rows.length > 0 ? rows : t("No servers found: each needs a command or a url.");
}

function entriesIn(value: JsonObject): JsonObject {
  const key = KEYS.find((each) => isObject(value[each]));
  if (key !== undefined) return entriesIn(objectOf(value[key]));
  return isServer(value) ? { [stringOf(value["name"]) ?? ""]: value } : value;
}

function isServer(entry: JsonObject): boolean {
  return [entry["command"], entry["url"], entry["httpUrl"], entry["serverUrl"]].some((target) => target !== undefined);
}

/** Undefined if it is none. */
function rowOf(name: string, entry: JsonObject): ServerRow | undefined {
  const url = stringOf(entry["url"]) ?? stringOf(entry["httpUrl"]) ?? stringOf(entry["serverUrl"]);
  const words = commandOf(entry);
  if (url === undefined && words.length === 0) return undefined;
  const pairs = objectOf(url === undefined ? (entry["env"] ?? entry["environment"]) : entry["headers"]);
  const glue = url === undefined ? "=" : ": ";
  const secrets = Object.entries(pairs).map(
    ([key, value]) => `${key}${glue}${isString(value) ? value : JSON.stringify(value)}`,
  );
  const isOn = entry["disabled"] !== true && entry["enabled"] !== false;
  return {
    name,
    target: url ?? words.map(quoted).join(" "),
    ...(secrets.length > 0 && { secrets: secrets.join("\n") }),
    isOn,
  };
}

/** A command may be a string, an array, or an object with a path. */
function commandOf({ command, args }: JsonObject): readonly string[] {
  const program = isObject(command) ? command["path"] : command;
  const more = arrayOf(isObject(command) ? command["args"] : args, isString) ?? [];
  const words = isString(program) ? [program] : (arrayOf(program, isString) ?? []);
  return words.length === 0 ? [] : [...words, ...more];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What stands in strings stays. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (_, string: string | undefined) => string ?? "")
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/gu, (_, string: string | undefined) => string ?? "");
}
