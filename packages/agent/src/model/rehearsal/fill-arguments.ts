/**
 * Fills the arguments of a tool from a request: `name=value` first, then the request's values in order, each for the next
 * property that takes its kind. Nothing is made up: what the request does not say is missing.
 */

import { isObject, itemsOf, parseJson } from "@tenon/basis";

import type { ModelTool } from "../model.ts";
import { findValues, type FoundValue, literally, withoutQuotes } from "./find-values.ts";
import { type Property, readProperties } from "./read-properties.ts";

export interface FilledArguments {
  readonly args: Readonly<Record<string, unknown>>;
  /** Required properties for which the request has no value. */
  readonly missing: readonly Property[];
}

export function fillArguments(
  request: string,
  { name, inputSchema }: Pick<ModelTool, "name" | "inputSchema">,
): FilledArguments {
  const properties = readProperties(inputSchema);
  const named = takeNamed(request, properties);
  const values = [...findValues(named.rest)];
  const args: Record<string, unknown> = { ...named.args };
  for (const property of byPriority(properties)) {
    if (Object.hasOwn(args, property.name)) continue;
    const value = take(property, values, named.rest) ?? (property.isRequired ? defaultOf(property) : undefined);
    if (value !== undefined) args[property.name] = value;
  }
  const [open, ...others] = properties.filter((each) => each.isRequired && !Object.hasOwn(args, each.name));
  const text = open?.kind === "text" && others.length === 0 ? freeText(named.rest, name, values) : undefined;
  if (open && text !== undefined) return { args: { ...args, [open.name]: text }, missing: [] };
  return { args, missing: open ? [open, ...others] : [] };
}

/** What only fits one kind is taken first: a path is also text. */
function byPriority(properties: readonly Property[]): readonly Property[] {
  const rank = ({ kind, isRequired }: Property) => (kind === "text" || kind === "list" ? 1 : 0) + (isRequired ? 0 : 2);
  return properties.toSorted((one, other) => rank(one) - rank(other));
}

function take(property: Property, values: FoundValue[], request: string): unknown {
  const { name, kind, isRequired, schema } = property;
  switch (kind) {
    case "number":
    case "url":
      return isRequired || kind === "url" ? takeValue(values, [kind], kind) : undefined;
    case "path":
      return takeValue(values, isRequired ? ["path", "quoted"] : ["path"], kind) ?? folderIn(request, property);
    case "choice":
      return choicesOf(schema).find((choice) => mentions(request, String(choice)));
    case "boolean":
      return mentions(request, name) ? !mentions(request, `not ${name}`) : undefined;
    case "text":
      return isRequired ? takeValue(values, ["quoted", "path", "url", "number"], kind) : undefined;
    case "list":
      return isRequired ? takeList(property, values, request) : undefined;
    case "object":
      return undefined;
  }
}

function takeValue(values: FoundValue[], kinds: readonly FoundValue["kind"][], as: Property["kind"]): unknown {
  for (const kind of kinds) {
    const at = values.findIndex((value) => value.kind === kind);
    const [value] = at === -1 ? [] : values.splice(at, 1);
    if (value) return as === "number" ? Number(value.text) : value.text;
  }
  return undefined;
}

/** Plain values, or objects as long as the request has all that one of them needs. */
function takeList({ item }: Property, values: FoundValue[], request: string): unknown {
  if (!item) return undefined;
  const found: unknown[] = [];
  for (let left = values.length + 1; values.length < left;) {
    left = values.length;
    const rest = [...values];
    const one =
      item.kind === "object" ? takeObject(item, values, request) : take({ ...item, isRequired: true }, values, "");
    if (one !== undefined && values.length < left) found.push(one);
    else values.splice(0, values.length, ...rest);
  }
  return found.length > 0 ? found : undefined;
}

function takeObject({ schema }: Property, values: FoundValue[], request: string): unknown {
  const properties = readProperties(schema, 1).filter(({ isRequired }) => isRequired);
  const entries = properties.map((property) => [property.name, take(property, values, request) ?? defaultOf(property)]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function defaultOf({ schema }: Property): unknown {
  return schema["default"] ?? schema["const"] ?? (Array.isArray(schema["enum"]) ? schema["enum"][0] : undefined);
}

/** `in src`, `the folder src`, `the src folder`; `.` for "this folder" where one is required. */
function folderIn(request: string, { isRequired }: Property): string | undefined {
  if (isRequired && /\b(?:this|current) (?:folder|directory|project)\b|\bhere\b/i.test(request)) return ".";
  const found = /\b(?:in|folder|directory) (?!this\b|the\b|a\b)([\w-]+)|\bthe ([\w-]+) folder\b/i.exec(
    withoutQuotes(request),
  );
  return found?.[1] ?? found?.[2];
}

/** The words that a tool's one open text is for: `echo hello there`, `run npm test`, `search for the mortise`. */
function freeText(request: string, tool: string, left: readonly FoundValue[]): string | undefined {
  if (left.some(({ kind }) => kind === "quoted")) return undefined;
  const [, verb = "", object = ""] = /^(?:please\s+)?(\p{L}+)\s+(.+)$/isu.exec(request.trim()) ?? [];
  const isNamedAfter = tool
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(verb.toLowerCase());
  const text =
    /:\s+(\S[\s\S]*)$/.exec(request)?.[1] ??
    /\b(?:for|called|named|about)\s+(.+?)(?:\s+(?:in|from|to|on)\b.*)?$/is.exec(request)?.[1] ??
    (isNamedAfter ? object : undefined);
  const plain = text?.replace(/[.?!\s]+$/, "").replace(/\s+in the background$/, "");
  // "it" is in another request, which this model does not carry over.
  return plain === undefined || plain === "" || /^(?:it|that|this|them|the result)\b/i.test(plain) ? undefined : plain;
}

/** Takes `name=value` and `name: value` out of a request. */
function takeNamed(request: string, properties: readonly Property[]) {
  const args: Record<string, unknown> = {};
  let rest = request;
  for (const property of properties) {
    const quoted = findValues(rest).filter(({ kind }) => kind === "quoted");
    const match = [...rest.matchAll(namedPattern(property))].find(
      ({ index }) => !quoted.some(({ start, end }) => index > start && index < end),
    );
    const value = match && valueAs(match.slice(1).find((group) => group !== undefined) ?? "", property);
    if (!match || value === undefined) continue;
    args[property.name] = value;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  }
  return { args, rest };
}

function namedPattern({ name, kind }: Property): RegExp {
  const word = kind === "list" ? String.raw`[^\s;]+` : String.raw`[^\s,;]+`;
  const words = literally(name);
  const structure = String.raw`\[(?:[^[\]]|\[[^[\]]*\])*\]|\{(?:[^{}]|\{[^{}]*\})*\}`;
  return new RegExp(
    String.raw`(?<![\w./])${words}(?:\s*=\s*|\s*:\s+)(?:"([^"]*)"|'([^']*)'|(${structure}|${word}))`,
    "gi",
  );
}

function valueAs(text: string, { kind, schema }: Property): unknown {
  switch (kind) {
    case "number":
      return Number.isNaN(Number(text)) ? undefined : Number(text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "choice":
      return choicesOf(schema).find((choice) => String(choice) === text);
    case "list": {
      const parsed = parseJson(text);
      return Array.isArray(parsed) ? parsed : text.split(",");
    }
    case "object": {
      const parsed = parseJson(text);
      return isObject(parsed) ? parsed : undefined;
    }
    default:
      return text;
  }
}

function choicesOf({ enum: choices }: Property["schema"]): readonly unknown[] {
  return itemsOf(choices);
}

function mentions(request: string, word: string): boolean {
  const words = literally(word).replaceAll(/[_-]/g, "[ _-]");
  return word !== "" && new RegExp(String.raw`(?<![\w.-])${words}(?:ly)?(?![\w-])`, "i").test(withoutQuotes(request));
}
