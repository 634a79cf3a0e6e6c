/**
 * Fills the arguments of a tool from a request: `name=value` first, then the request's values in order, each for the next
 * required property that takes its kind. Nothing is made up: what the request does not say is missing.
 */

import { isString, type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { ModelTool } from "../model.ts";
import { findValues, folderIn, type FoundValue } from "./find-values.ts";

/** `given` is known already. `missing` is the first required property without a value. The schema is unchecked. */
export function fillArguments(
  request: string,
  { name: tool, inputSchema }: Pick<ModelTool, "name" | "inputSchema">,
  given: Readonly<Record<string, string>> = {},
): { readonly args: Readonly<Record<string, unknown>>; readonly missing: string | undefined } {
  const properties = objectOf(inputSchema["properties"]);
  const listed = [inputSchema["required"]].flat().filter(isString);
  // run_command takes a line, or a program and its arguments: people say the line.
  const required = listed.length > 0 ? listed : ["line"].filter((name) => Object.hasOwn(properties, name));
  const args: Record<string, unknown> = {};
  const isOpen = (key: string) => !Object.hasOwn(args, key);
  const set = (key: string, text: string | undefined) => {
    if (text !== undefined && isOpen(key) && Object.hasOwn(properties, key)) {
      args[key] = valueAs(text, objectOf(properties[key]));
    }
  };
  // Quoted text comes first, so that a name inside it is none.
  const rest = request.replaceAll(NAMED, (all: string, key = "", value = "") => {
    if (!Object.hasOwn(properties, key)) return all;
    set(key, /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value.replace(/,$/, ""));
    return " ";
  });
  for (const [key, text] of Object.entries(given)) set(key, text);
  const values = findValues(rest);
  const kinds = new Map(required.map((key) => [key, kindsOf(key, objectOf(properties[key]))]));
  const isAnyText = (key: string) => kinds.get(key)?.[0] === "quoted";
  // What takes any text comes last.
  for (const key of [...required.filter((each) => !isAnyText(each)), ...required.filter(isAnyText)].filter(isOpen)) {
    const at = kinds.get(key)?.map((kind) => values.findIndex((value) => value.kind === kind));
    const first = at?.find((each) => each !== -1);
    if (first === undefined) continue;
    if (objectOf(properties[key])["type"] !== "array") set(key, values.splice(first, 1)[0]?.text);
    else args[key] = values.splice(0).map(({ kind, text }) => (kind === "number" ? Number(text) : text));
  }
  for (const key of ["path", "folder"]) if (!required.includes(key)) set(key, folderIn(rest));
  const [open = "", ...others] = required.filter(isOpen);
  const isFree = others.length === 0 && isAnyText(open) && values.every(({ kind }) => kind !== "quoted");
  if (isFree) set(open, freeText(rest, tool));
  return { args, missing: required.find(isOpen) };
}

const NAMED = /"[^"]*"|“[^”]*”|`[^`]*`|(?<![\w./])([\w-]+)\s*=\s*("[^"]*"|'[^']*'|\[[^\n]*\]|\{[^\n]*\}|[^\s;]+)/g;
const PATH_NAME = /(?:^|_)(?:path|file|filename|dir|directory|folder|source|destination)s?$/i;

/** Which values it takes, the best first; none, if it takes an object. */
export function kindsOf(key: string, { type, format, items }: JsonObject): readonly FoundValue["kind"][] {
  if (type === "array") return kindsOf(key, { ...objectOf(items), items: undefined });
  if (type === "number" || type === "integer") return ["number"];
  if (type === "boolean" || type === "object") return [];
  if (format === "uri" || /(?:^|_)(?:url|uri)s?$/i.test(key)) return ["url"];
  // A path that is left over is not what a file should say.
  if (key === "text" || key === "content") return ["quoted"];
  return PATH_NAME.test(key) ? ["path", "quoted"] : ["quoted", "path", "url", "number"];
}

/** The words that a tool's one open text is for: `echo hello there`, `run npm test`, `search for the mortise`. */
function freeText(request: string, tool: string): string | undefined {
  const [, verb = "", object] = /^(?:please\s+)?(\p{L}+)\s+(.+)$/isu.exec(request.trim()) ?? [];
  const text =
    /(?::\s+|：\s*)(\S[\s\S]*)$/.exec(request)?.[1] ??
    /\b(?:for|called|named|about)\s+(.+?)(?:\s+(?:in|from|to|on)\b.*)?$/is.exec(request)?.[1] ??
    (new RegExp(`(?<!\\p{L})${verb}(?!\\p{L})`, "iu").test(tool) ? object : undefined);
  const plain = text?.replace(/[.?!\s]+$/, "");
  // "it" is in another request, which this model does not carry over.
  return !plain || /^(?:it|that|this|them|the result)\b/i.test(plain) ? undefined : plain;
}

function valueAs(text: string, { type }: JsonObject): unknown {
  const parsed = type === undefined || type === "string" ? undefined : parseJson(text);
  return parsed ?? (type === "array" ? text.split(",") : text);
}
