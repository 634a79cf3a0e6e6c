/**
 * The official schema of ACP v1, looked up by method.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { dereference, validate, type OutputUnit, type Schema } from "@cfworker/json-schema";

import { strictSchema } from "./strict-schema.ts";

export type MessageKind = "request" | "response" | "notification";

export interface ProtocolSchema {
  /** Who handles a method: `protocol` is both; undefined if the protocol does not have it. */
  sideOf(method: string): "agent" | "client" | "protocol" | undefined;
  /** Whether a method is a request or a notification. */
  kindOf(method: string): "request" | "notification";
  /** What is wrong with the params or the result of a method. */
  check(method: string, kind: MessageKind, value: unknown): readonly Fault[];
  /** What is wrong with an error object. */
  checkError(value: unknown): readonly Fault[];
}

export interface Fault {
  /** Where in the value, as a JSON pointer; empty for the value itself. */
  readonly path: string;
  readonly problem: string;
}

/** `unstable`: also what the protocol may still change. */
export function loadProtocolSchema({ unstable = false }: { readonly unstable?: boolean } = {}): ProtocolSchema {
  const name = unstable ? "schema.unstable.json" : "schema.json";
  const file = createRequire(import.meta.url).resolve(`@agentclientprotocol/sdk/schema/v1/${name}`);
  const read: { readonly $defs: Readonly<Record<string, Schema>> } = JSON.parse(readFileSync(file, "utf8"));
  const $defs = withAcpServers(read.$defs);
  const definitions = new Map(Object.entries($defs).flatMap(([name, schema]) => describeMethod(name, schema)));
  const strict = strictSchema($defs, new Set([...[...definitions.values()].map(({ name }) => name), "Error"]));
  const lookup = dereference(strict);
  const check = (name: string, value: unknown) =>
    faultsOf(validate(value, strict.$defs[name], "2020-12", lookup, false).errors);
  return {
    sideOf: (method) => (definitions.get(`${method} request`) ?? definitions.get(`${method} notification`))?.side,
    kindOf: (method) => (definitions.has(`${method} request`) ? "request" : "notification"),
    check(method, kind, value) {
      const definition = definitions.get(`${method} ${kind}`);
      return definition ? check(definition.name, value) : [];
    },
    checkError: (value) => check("Error", value),
  };
}

/** Agents advertise MCP over ACP though only the unstable schema has it: without that, no client can know. */
function withAcpServers($defs: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const { McpCapabilities } = $defs;
  const properties: Schema["properties"] = { ...McpCapabilities?.properties, acp: { type: "boolean" } };
  return { ...$defs, McpCapabilities: { ...McpCapabilities, properties } };
}

function describeMethod(name: string, schema: Schema) {
  const method: unknown = schema["x-method"];
  const side: unknown = schema["x-side"];
  const kind = /(Request|Response|Notification)$/.exec(name)?.[0].toLowerCase();
  if (typeof method !== "string" || !isSide(side)) return [];
  return [[`${method} ${kind}`, { name, side }]] as const;
}

function isSide(side: unknown): side is "agent" | "client" | "protocol" {
  return side === "agent" || side === "client" || side === "protocol";
}

/** Keywords that only say that something below them went wrong. */
const WRAPPERS = new Set("$ref allOf anyOf if properties items additionalProperties unevaluatedProperties".split(" "));

const UNKNOWN_FIELD = "a field that the protocol does not have";

function faultsOf(errors: readonly OutputUnit[]): Fault[] {
  const leaves = errors
    .filter(({ keyword }) => !WRAPPERS.has(keyword))
    .map(({ keyword, instanceLocation, error }) => {
      const path = instanceLocation.slice(1);
      if (keyword !== "false") return { path, object: path, problem: error };
      return { path, object: path.slice(0, path.lastIndexOf("/")), problem: UNKNOWN_FIELD };
    });
  // Where anything failed, the fields around it count as not evaluated and look unknown, all the way up.
  const faults = leaves.filter(
    ({ problem, object }) =>
      problem !== UNKNOWN_FIELD ||
      !leaves.some((other) =>
        other.problem === UNKNOWN_FIELD ? isBelow(other.object, object) : isBelow(`${other.object}/`, object),
      ),
  );
  return [...new Map(faults.map(({ path, problem }) => [`${path} ${problem}`, { path, problem }])).values()];
}

function isBelow(path: string, ancestor: string): boolean {
  return path.startsWith(`${ancestor}/`);
}
