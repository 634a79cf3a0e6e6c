/**
 * Shows the SDK only what it needs of a server's answer, and carries the raw value along in `_meta`.
 *
 * The SDK refuses a whole tool list for one malformed tool, and a whole result for one block of a kind it does not know.
 */

import type { JSONObject } from "@modelcontextprotocol/client";
import { defined, isObject, itemsOf, type JsonObject, objectOf } from "@tenon/basis";
import { visibleLine } from "@tenon/policy";

import { depthProblem } from "./bounded-message.ts";
import { hiddenProblem } from "./visible-message.ts";

const RAW = "tenon/raw";

/** Reports an entry of a tool list that cannot be used: it costs only itself [P56]. */
export type OnSetAside = (tool: { readonly name: string; readonly reason: string }) => void;

export function cleanCall(result: JsonObject): JsonObject {
  const { resultType } = result;
  const isComplete = resultType === undefined || resultType === "complete";
  if (!isComplete) return result;
  return { ...defined({ resultType }), content: [], _meta: { [RAW]: result } };
}

/** `cursors` holds those of the pages before: one that comes again leads round in circles [P54]. */
export function cleanPage(page: JsonObject, cursors: Set<unknown>, onSetAside: OnSetAside): JsonObject {
  const { nextCursor, ...rest } = page;
  const tools = itemsOf(page["tools"]).flatMap((tool) => cleanTool(tool, onSetAside));
  if (nextCursor === undefined || cursors.has(nextCursor)) return { ...rest, tools };
  cursors.add(nextCursor);
  return { ...rest, tools, nextCursor };
}

/** The value as the server sent it. */
export function rawOf(value: unknown): JsonObject {
  return objectOf(objectOf(objectOf(value)["_meta"])[RAW]);
}

/** The schema as the SDK wants it: of an object, which many servers forget to say [P-09]. */
export function sdkSchema(schema: unknown): { type: "object"; properties: Record<string, JSONObject> } {
  const properties = Object.entries(objectOf(objectOf(schema)["properties"]));
  const usable = properties.filter((entry): entry is [string, JSONObject] => isObject(entry[1]));
  return { type: "object", properties: Object.fromEntries(usable) };
}

function cleanTool(tool: unknown, onSetAside: OnSetAside): readonly JsonObject[] {
  const { name, inputSchema } = objectOf(tool);
  const reason = problemOf(tool);
  if (reason === undefined) return [{ name, inputSchema: sdkSchema(inputSchema), _meta: { [RAW]: tool } }];
  onSetAside({ name: isObject(tool) ? visibleLine(String(name)) : "(no tool)", reason });
  return [];
}

function problemOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return "it is not an object";
  const { name, inputSchema } = tool;
  if (typeof name !== "string" || name === "") return "it has no name";
  if (inputSchema !== undefined && !isObject(inputSchema)) return "its inputSchema is not an object";
  return depthProblem(tool) ?? hiddenProblem(name, inputSchema);
}
