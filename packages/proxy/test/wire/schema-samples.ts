/**
 * One sample for each message of the official schemas, generated from them.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { isObject, objectOf, readArray, stringOf } from "@tenon/basis";

export interface Sample {
  readonly from: "client" | "agent";
  readonly name: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export function schemaSamples(): readonly Sample[] {
  return ["v1/schema.json", "v1/schema.unstable.json", "v2/schema.json", "v2/schema.unstable.json"].flatMap(samplesOf);
}

function samplesOf(file: string): readonly Sample[] {
  const path = createRequire(import.meta.url).resolve(`@agentclientprotocol/sdk/schema/${file}`);
  const definitions = objectOf(objectOf(JSON.parse(readFileSync(path, "utf8")))["$defs"]);
  return Object.entries(definitions).flatMap(([name, schema]) => {
    const method = stringOf(objectOf(schema)["x-method"]);
    const side = stringOf(objectOf(schema)["x-side"]);
    const [kind] = /(Request|Response|Notification)$/.exec(name) ?? [];
    if (method === undefined || kind === undefined) return [];
    const value = sampleOf(schema, definitions);
    const isForAgent = side === "agent";
    const message =
      kind === "Request"
        ? { jsonrpc: "2.0", id: 7, method, params: value }
        : kind === "Notification"
          ? { jsonrpc: "2.0", method, params: value }
          : { jsonrpc: "2.0", id: 7, result: value };
    const from = (kind === "Response") === isForAgent ? ("agent" as const) : ("client" as const);
    return [{ from, name: `${file} ${name}`, message }];
  });
}

const MAX_DEPTH = 8;

/** Every property that the schema knows, and the first of several alternatives. */
function sampleOf(schema: unknown, definitions: Readonly<Record<string, unknown>>, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const inner = (part: unknown) => sampleOf(part, definitions, depth + 1);
  const reference = stringOf(schema["$ref"]);
  if (reference !== undefined) return inner(definitions[reference.replace("#/$defs/", "")]);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const parts = [schema["allOf"], first(schema["oneOf"]), first(schema["anyOf"])];
  const merged = parts.flatMap((part) => readArray(part, inner)).filter((value) => value !== null);
  const properties = Object.entries(objectOf(schema["properties"])).map(([name, part]) => [name, inner(part)] as const);
  if (properties.length > 0 || merged.some(isObject)) {
    return Object.assign({}, ...merged.filter(isObject), Object.fromEntries(properties));
  }
  return merged[0] ?? scalarOf(schema, inner);
}

function first(alternatives: unknown): readonly unknown[] {
  return Array.isArray(alternatives) ? alternatives.slice(0, 1) : [];
}

function scalarOf(schema: Readonly<Record<string, unknown>>, inner: (part: unknown) => unknown): unknown {
  const type: unknown = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "string":
      return 'é\u2028"\\text';
    case "integer":
      return 12;
    case "number":
      return 0.1;
    case "boolean":
      return true;
    case "array":
      return [inner(schema["items"])];
    case "object":
      return { key: "value" };
    default:
      return null;
  }
}
