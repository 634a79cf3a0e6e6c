/**
 * Fills the arguments of a tool from a request: `name=value` first, then the request's values in order, each for the next
 * property that takes its kind. Nothing is made up: what the request does not say is missing.
 */

import { isString, type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { ModelTool } from "../model.ts";
import { findValues, folderIn, type FoundValue, withoutQuotes } from "./find-values.ts";

/** `missing` is the first required property for which the request has no value. The schema is unchecked. */
export function fillArguments(
  request: string,
  { name: tool, inputSchema }: Pick<ModelTool, "name" | "inputSchema">,
  given: Readonly<Record<string, string | undefined>> = {},
): { readonly args: Readonly<Record<string, unknown>>; readonly missing: string | undefined } {
  const properties = objectOf(inputSchema["properties"]);
  const listed = [inputSchema["required"]].flat().filter(isString);
  // run_command takes a line, or a program and its arguments: people say the line.
  const required = listed.length > 0 ? listed : ["line"].filter((name) => Object.hasOwn(properties, name));
  const args: Record<string, unknown> = {};
  const name = (key: string, text: string) => (args[key] = valueAs(text, objectOf(properties[key])));
  // Quoted text comes first, so that a name inside it is none.
  const rest = request.replaceAll(NAMED, (all: string, key?: string, value = "") => {
    if (key === undefined || !Object.hasOwn(properties, key)) return all;
    name(key, /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value.replace(/,$/, ""));
    return " ";
  });
  for (const [key, text] of Object.entries(given))
    if (isString(text) && Object.hasOwn(properties, key)) name(key, text);
  const values = [...findValues(rest)];
  const byKind = required.toSorted((one, other) => Number(isAnyText(one)) - Number(isAnyText(other)));
  for (const key of byKind.filter((each) => !Object.hasOwn(args, each))) {
    const value = take(key, objectOf(properties[key]), values, rest);
    if (value !== undefined) args[key] = value;
  }
  for (const [key, schema] of Object.entries(properties).filter(([each]) => !Object.hasOwn(args, each))) {
    if (objectOf(schema)["type"] === "boolean" && mentions(rest, key)) args[key] = true;
    else if (/^(?:path|folder)$/.test(key) && !required.includes(key) && folderIn(rest)) args[key] = folderIn(rest);
  }
  const open = required.filter((key) => !Object.hasOwn(args, key));
  const text = open.length === 1 && isAnyText(open[0] ?? "") ? freeText(rest, tool, values) : undefined;
  return text === undefined
    ? { args, missing: open[0] }
    : { args: { ...args, [open[0] ?? ""]: text }, missing: undefined };

  function isAnyText(key: string): boolean {
    return kindsOf(key, objectOf(properties[key])).includes("quoted") && !PATH_NAME.test(key);
  }
}

const NAMED = /"[^"]*"|“[^”]*”|`[^`]*`|(?<![\w./])([\w-]+)\s*=\s*("[^"]*"|'[^']*'|\[[^\n]*\]|\{[^\n]*\}|[^\s;]+)/g;
const PATH_NAME = /(?:^|_)(?:path|file|filename|dir|directory|folder|source|destination)s?$/i;

/** Which values it takes, the best first. */
function kindsOf(key: string, { type, format }: JsonObject): readonly FoundValue["kind"][] {
  if (type === "number" || type === "integer") return ["number"];
  if (type === "boolean" || type === "object") return [];
  if (format === "uri" || /(?:^|_)(?:url|uri)s?$/i.test(key)) return ["url"];
  return PATH_NAME.test(key) ? ["path", "quoted"] : ["quoted", "path", "url", "number"];
}

function take(key: string, schema: JsonObject, values: FoundValue[], request: string): unknown {
  if (Array.isArray(schema["enum"]))
    return schema["enum"].find((choice) => mentions(request, String(choice))) ?? schema["default"];
  const kinds = kindsOf(key, schema["type"] === "array" ? objectOf(schema["items"]) : schema);
  const at = kinds.map((kind) => values.findIndex((value) => value.kind === kind)).find((each) => each !== -1);
  if (schema["type"] === "array")
    return at === undefined
      ? undefined
      : values.splice(0).map(({ text }) => (kinds[0] === "number" ? Number(text) : text));
  const found = at === undefined ? undefined : values.splice(at, 1)[0]?.text;
  if (found !== undefined) return valueAs(found, schema);
  return PATH_NAME.test(key) && /\b(?:this|current) (?:folder|directory|project)\b|\bhere\b/i.test(request)
    ? "."
    : schema["default"];
}

/** The words that a tool's one open text is for: `echo hello there`, `run npm test`, `search for the mortise`. */
function freeText(request: string, tool: string, left: readonly FoundValue[]): string | undefined {
  const [, verb = "", object] = /^(?:please\s+)?(\p{L}+)\s+(.+)$/isu.exec(request.trim()) ?? [];
  const text =
    /:\s+(\S[\s\S]*)$/.exec(request)?.[1] ??
    /\b(?:for|called|named|about)\s+(.+?)(?:\s+(?:in|from|to|on)\b.*)?$/is.exec(request)?.[1] ??
    (new RegExp(`(?<!\\p{L})${verb}(?!\\p{L})`, "iu").test(tool) ? object : undefined);
  const plain = text?.replace(/[.?!\s]+$/, "").replace(/\s+in the background$/, "");
  // "it" is in another request, which this model does not carry over.
  const isText =
    plain && !left.some(({ kind }) => kind === "quoted") && !/^(?:it|that|this|them|the result)\b/i.test(plain);
  return isText ? plain : undefined;
}

function valueAs(text: string, { type }: JsonObject): unknown {
  const parsed = type === undefined || type === "string" ? undefined : parseJson(text);
  return parsed ?? (type === "array" ? text.split(",") : text);
}

function mentions(request: string, word: string): boolean {
  return withoutQuotes(request)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .some((each) => each === word.toLowerCase() || each === `${word}ly`);
}
