/**
 * Holds a document against the schema and takes what is sound: a fault costs the server or the setting it is in, and
 * nothing else.
 */

import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { isObject, objectOf } from "@tenon/basis";

import { pathTo } from "../json/parse-json.ts";
import type { ConfigurationFile } from "../configuration-file.ts";
import { configurationSchema, referredNode, type SchemaNode, type SchemaType } from "../configuration-schema.ts";

export interface CheckedConfiguration {
  readonly sound: ConfigurationFile;
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly path: string;
  readonly message: string;
  /** The server it is in, by its name; none for a setting. */
  readonly server?: string;
}

interface FoundFault extends Fault {
  readonly keys: readonly string[];
}

/** What a keyword that holds other keywords says is only that something in it is wrong. */
const TELLING = new Set(["type", "enum", "minimum", "minLength", "anyOf"]);

export function checkConfiguration(document: unknown): CheckedConfiguration {
  // A copy, because the validator leaves its marks in what it is given.
  const validator = new Validator(JSON.parse(JSON.stringify(configurationSchema)), "2020-12", false);
  const faults = validator
    .validate(document)
    .errors.filter(({ keyword, keywordLocation }) => TELLING.has(keyword) && !/\/anyOf\/\d/.test(keywordLocation))
    .map((unit) => describe(unit, document));
  const sound = without(document, faults);
  const isSound = (value: unknown): value is ConfigurationFile => validator.validate(value).valid;
  return { sound: isSound(sound) ? sound : {}, faults: faults.map(({ keys: _keys, ...fault }) => fault) };
}

function describe({ instanceLocation, keywordLocation }: OutputUnit, document: unknown): FoundFault {
  const keys = keysOf(instanceLocation);
  let value = document;
  let path = "";
  for (const key of keys) {
    path = pathTo(path, Array.isArray(value) ? Number(key) : key);
    value = memberOf(value, key);
  }
  const node = nodeAt(keysOf(keywordLocation).slice(0, -1));
  const message = `expected ${formatExpected(node)}, found ${formatFound(value, node)}`;
  const [list = "", server] = keys;
  return { keys, path, message, ...(isServerList(list) && server !== undefined && { server }) };
}

function without(document: unknown, faults: readonly FoundFault[]): unknown {
  const sound = new Map(Object.entries(objectOf(document)));
  for (const { keys, server } of faults) {
    const [key = ""] = keys;
    const servers = sound.get(key);
    if (server === undefined) sound.delete(key);
    else sound.set(key, Object.fromEntries(Object.entries(servers ?? {}).filter(([name]) => name !== server)));
  }
  return Object.fromEntries(sound);
}

function nodeAt(keys: readonly string[]): SchemaNode {
  let node: unknown = configurationSchema;
  for (const key of keys) {
    const next = memberOf(node, key);
    node = key === "$ref" && typeof next === "string" ? referredNode(next) : next;
  }
  return isObject(node) ? node : {};
}

/** The keys of a JSON pointer in a URI fragment. */
function keysOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
}

function isServerList(key: string): boolean {
  return key === "mcpServers" || key === "servers";
}

const KINDS: Readonly<Record<SchemaType, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  null: "null",
  array: "an array",
  object: "an object",
};

function formatExpected(schema: SchemaNode): string {
  if (schema.title !== undefined) return schema.title;
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  const kinds = [schema.type ?? []].flat().map((type) => KINDS[type]);
  const bound = schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`;
  return `${kinds.join(" or ")}${bound}`;
}

/** Shows a value only where the schema lists the values or bounds a number: anywhere else it could be a secret. */
function formatFound(value: unknown, schema: SchemaNode): string {
  const isShown = schema.enum !== undefined || schema.minimum !== undefined;
  if (isShown && (typeof value === "string" || typeof value === "number")) return JSON.stringify(value).slice(0, 60);
  if (value === "") return "an empty string";
  if (value === null || typeof value === "boolean") return String(value);
  if (schema.anyOf && typeof value === "object") return "neither";
  if (Array.isArray(value)) return KINDS.array;
  if (typeof value === "string") return KINDS.string;
  return typeof value === "number" ? KINDS.number : KINDS.object;
}
