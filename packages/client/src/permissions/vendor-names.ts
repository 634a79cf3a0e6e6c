/**
 * Where agents put the name of a tool that the protocol's own field does not have. One habit each, as data: it is not known
 * which agent asks, and a habit that does not fit reads nothing.
 */

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import { type JsonObject, nonEmptyStringOf, objectOf, stringOf } from "@tenon/basis";

export interface VendorName {
  readonly server?: string;
  readonly tool: string;
}

type Call = Pick<ToolCallUpdate, "rawInput" | "_meta">;

const HABITS: readonly { readonly agent: string; readonly read: (call: Call) => VendorName | undefined }[] = [
  { agent: "qwen", read: ({ _meta }) => named(_meta?.["toolName"]) },
  { agent: "claude before 0.90", read: ({ _meta }) => named(objectOf(_meta?.["claudeCode"])["toolName"]) },
  { agent: "codex", read: ({ rawInput }) => invocation(rawInput, "server", "tool") },
  { agent: "codex-zed", read: ({ rawInput }) => invocation(rawInput, "server_name", "tool_name", "tool") },
  { agent: "goose", read: ({ _meta }) => gooseName(objectOf(objectOf(_meta?.["goose"])["toolCall"])) },
];

/** Titles: `danger (toolbox MCP Server)` of gemini, `Tool: toolbox/danger` of codex-zed, `toolbox___danger` of droid. */
const TITLES: readonly RegExp[] = [
  /^mcp__(?<server>[A-Za-z0-9_-]+?)__(?<tool>[A-Za-z0-9_.-]+)$/,
  /^(?<tool>[\w.-]+) \((?<server>[^()]+) MCP Server\)/,
  /^(?:Tool|MCP): (?<server>[\w.-]+)\/(?<tool>[\w.-]+)$/,
  /^(?<server>[\w.-]+?)___(?<tool>[\w.-]+)$/,
];

/** What an MCP call of codex consists of. With anything else in it, it is the input of another tool. */
const INVOCATION = new Set([
  "server",
  "tool",
  "server_name",
  "tool_name",
  "arguments",
  "args",
  "call_id",
  "id",
  "meta",
]);

/** Extensions that are a part of goose itself. */
const GOOSE_OWN = new Set(["developer", "computercontroller", "memory", "todo", "platform", "extensionmanager"]);

export function nameInFields(call: Call): VendorName | undefined {
  for (const { read } of HABITS) {
    const name = read(call);
    if (name) return name;
  }
  return undefined;
}

export function nameInTitle(title: string): VendorName | undefined {
  for (const pattern of TITLES) {
    const { server, tool } = pattern.exec(title)?.groups ?? {};
    if (server !== undefined && tool !== undefined) return { server, tool };
  }
  return undefined;
}

function named(value: unknown): VendorName | undefined {
  const name = nonEmptyStringOf(value);
  return name === undefined ? undefined : (nameInTitle(name) ?? { tool: name });
}

function invocation(input: unknown, server: string, ...tools: readonly string[]): VendorName | undefined {
  const fields = objectOf(input);
  if (Object.keys(fields).some((name) => !INVOCATION.has(name))) return undefined;
  const tool = tools.map((name) => stringOf(fields[name])).find((value) => value !== undefined);
  const found = stringOf(fields[server]);
  return found === undefined || tool === undefined ? undefined : { server: found, tool };
}

/** `extension__tool`, with the extension apart in some versions. */
function gooseName(call: JsonObject): VendorName | undefined {
  const name = stringOf(call["toolName"]) ?? stringOf(call["name"]) ?? stringOf(call["tool"]) ?? "";
  const apart = stringOf(call["extensionName"]) ?? stringOf(call["extension"]) ?? "";
  if (name === "") return undefined;
  const [, before, after] = /^(.+?)__(.+)$/.exec(name) ?? [];
  const server = apart || before;
  const tool = after ?? name;
  return server === undefined || GOOSE_OWN.has(server) ? { tool } : { server, tool };
}
