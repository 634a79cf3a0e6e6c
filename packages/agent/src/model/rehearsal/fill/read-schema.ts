/**
 * A tool's input schema as far as arguments in plain words can follow it. Nobody has checked it: what is not understood
 * wants anything.
 */

import { isRecord, type JsonRecord } from "../../json.ts";

export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly wants: Want;
  /** What could be said of it is said of another property: it is only filled by its name. */
  readonly isOnlyNamed: boolean;
  readonly schema: JsonRecord;
  /** Of an object, its properties; of a list, what each of its items is. */
  readonly properties: readonly Property[];
  readonly item?: Property;
}

export type Want =
  | "choice"
  | "number"
  | "boolean"
  | "list"
  | "object"
  | "url"
  | "email"
  | "date"
  | "time"
  | "path"
  | "pattern"
  | "command"
  | "text"
  | "anything";

// A list of objects has its properties at the third level; below that nobody says them in words.
const DEEPEST = 3;

export function readProperties(schema: unknown): readonly Property[] {
  return propertiesOf(isRecord(schema) ? schema : {}, { root: schema, depth: 0 });
}

interface Place {
  readonly root: unknown;
  readonly depth: number;
}

function propertiesOf(schema: JsonRecord, { root, depth }: Place): readonly Property[] {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"])
    ? schema["required"].filter((name) => typeof name === "string")
    : [];
  const names = [...new Set([...Object.keys(properties), ...required])];
  const read = names.map((name) =>
    readProperty(name, properties[name], { isRequired: required.includes(name), root, depth: depth + 1 }),
  );
  const line = required.length === 0 ? commandLine(read) : undefined;
  if (!line) return read;
  return read.map((property) =>
    property === line
      ? { ...property, isRequired: true, wants: "command" }
      : { ...property, isOnlyNamed: property.wants === "command" },
  );
}

/** Where a tool takes either a line for the shell or a program and its arguments, people say the line. */
function commandLine(properties: readonly Property[]): Property | undefined {
  const isLine = ({ name, wants }: Property) => wants === "command" || (wants === "text" && /(?:^|_)line$/.test(name));
  const hasArguments = properties.some(({ name, wants }) => wants === "list" && /^arg(?:ument)?s$/.test(name));
  return properties.find((property) => isLine(property) && !(hasArguments && property.name === "command"));
}

function readProperty(name: string, node: unknown, place: Place & { readonly isRequired: boolean }): Property {
  const schema = resolve(node, place.root);
  const wants = wantOf(name, schema);
  const goesDeeper = place.depth < DEEPEST;
  return {
    name,
    isRequired: place.isRequired,
    wants,
    isOnlyNamed: false,
    schema,
    properties: wants === "object" && goesDeeper ? propertiesOf(schema, place) : [],
    ...(wants === "list" &&
      goesDeeper && { item: readProperty(name, schema["items"], { ...place, depth: place.depth + 1 }) }),
  };
}

/** Follows a reference, and of several choices takes the first that is not null. */
function resolve(node: unknown, root: unknown): JsonRecord {
  if (!isRecord(node)) return {};
  const reference = node["$ref"];
  if (typeof reference === "string") {
    const target = reference.startsWith("#/") ? pointed(root, reference) : undefined;
    return isRecord(target) && !("$ref" in target) ? resolve(target, root) : {};
  }
  for (const choices of [node["anyOf"], node["oneOf"]]) {
    const first: unknown = Array.isArray(choices)
      ? choices.find((each) => isRecord(each) && each["type"] !== "null")
      : undefined;
    if (isRecord(first) && !("anyOf" in first || "oneOf" in first)) return { ...node, ...resolve(first, root) };
  }
  return node;
}

function pointed(root: unknown, reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), root);
}

function wantOf(name: string, schema: JsonRecord): Want {
  if (Array.isArray(schema["enum"])) return "choice";
  const types: readonly unknown[] = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  switch (types.find((type) => type !== "null")) {
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    case "string":
      return byFormat(schema["format"]) ?? byName(name) ?? "text";
    default:
      return isRecord(schema["properties"]) ? "object" : "anything";
  }
}

function byFormat(format: unknown): Want | undefined {
  if (format === "uri" || format === "url") return "url";
  if (format === "email" || format === "time") return format;
  return format === "date" || format === "date-time" ? "date" : undefined;
}

function byName(name: string): Want | undefined {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  return BY_NAME.find(([, names]) => names.test(words))?.[0];
}

const BY_NAME: readonly (readonly [Want, RegExp])[] = [
  ["url", /(?:^|_)(?:url|uri|href|website)s?$/],
  ["email", /(?:^|_)e?mails?(?:_address)?$/],
  ["date", /(?:^|_)(?:date|day|since|until|deadline|due)$/],
  ["pattern", /(?:^|_)(?:pattern|glob|regex|regexp)s?$/],
  ["command", /(?:^|_)(?:command|cmd|command_line|script)$/],
  ["path", /(?:^|_)(?:path|file|filename|filepath|dir|directory|folder|cwd|source|destination)s?$/],
];
