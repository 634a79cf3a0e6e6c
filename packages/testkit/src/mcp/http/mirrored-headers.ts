/**
 * The headers in which a client of MCP 2026-07-28 repeats parts of its request. A server must refuse those that differ.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

import { type InboundRequest } from "../core/json-rpc.ts";
import { META } from "../core/request-meta.ts";
import type { ToolScript } from "../script.ts";

const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

type Headers = Readonly<Record<string, string>>;

/** What is wrong with the headers; undefined when nothing is. */
export function headerMismatch(
  message: InboundRequest,
  headers: Headers,
  tool: ToolScript | undefined,
): string | undefined {
  const { method, params } = message;
  const nameKey = NAMED_BY[method];
  const expected = {
    "mcp-protocol-version": objectOf(params["_meta"])[META.protocolVersion],
    "mcp-method": method,
    ...(nameKey && { "mcp-name": params[nameKey] }),
    ...(tool && parameterHeaders(tool.inputSchema ?? {}, objectOf(params["arguments"]))),
  };
  // What the body lacks is the body's fault, and is reported as such.
  const wrong = Object.entries(expected).find(([name, value]) => value !== undefined && !isSame(headers[name], value));
  if (!wrong) return undefined;
  const [name, value] = wrong;
  const header = headers[name];
  if (header === undefined) return `Header mismatch: ${name} is missing`;
  return `Header mismatch: ${name} is '${header}' but the body says '${String(value)}'`;
}

/** Every value that the schema wants mirrored, under the name of its header. Absent and null values are not. */
function parameterHeaders(schema: JsonObject, values: JsonObject): JsonObject {
  const found = Object.entries(objectOf(schema["properties"])).map(([key, property]) => {
    const value = values[key];
    if (!isObject(property) || value === undefined || value === null) return {};
    const header = property["x-mcp-header"];
    if (typeof header === "string") return { [`mcp-param-${header.toLowerCase()}`]: value };
    return isObject(value) ? parameterHeaders(property, value) : {};
  });
  return Object.assign({}, ...found);
}

function isSame(header: string | undefined, value: unknown): boolean {
  if (header === undefined) return false;
  const decoded = decode(header);
  if (decoded === undefined) return false;
  return typeof value === "number" ? Number(decoded) === value : decoded === String(value);
}

/** Undefined for what claims to be base64 and is not: Node.js would decode it all the same. */
function decode(header: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded ? bytes.toString() : undefined;
}
