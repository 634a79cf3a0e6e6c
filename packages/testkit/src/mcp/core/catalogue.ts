/**
 * What the server has on offer: the lists, page by page, and what can be read from them. The tools may change.
 */

import type {
  PromptScript,
  ResourceScript,
  ResourceTemplateScript,
  ServerScript,
  ToolChange,
  ToolScript,
} from "../script.ts";
import type { JsonObject } from "@tenon/basis";

import { ERROR, type RpcError } from "./json-rpc.ts";
import type { Misbehaviour } from "../misbehaviour.ts";

export type Answer = { readonly type: "result"; readonly result: JsonObject } | Refusal;

export interface Refusal {
  readonly type: "error";
  readonly error: RpcError;
}

export interface Catalogue {
  /** Undefined for methods that are not about the catalogue, or that this server does not have. */
  answer(method: string, params: JsonObject): Answer | undefined;
  findTool(name: unknown): ToolScript | undefined;
  /** How often the tool has been called, this time included. */
  countCall(tool: ToolScript): number;
  change(change: ToolChange): void;
}

export function createCatalogue(script: ServerScript): Catalogue {
  const { misbehaviour = {} } = script;
  const calls = new Map<string, number>();
  const offered = new Set([
    ...(script.tools ? ["tools"] : []),
    ...(script.prompts ? ["prompts"] : []),
    ...(hasResources(script) ? ["resources"] : []),
  ]);
  let tools = script.tools ?? [];

  return {
    answer(method, params) {
      const [kind = ""] = method.split("/");
      return offered.has(kind) ? answerOffered(method, params) : undefined;
    },
    findTool: (name) => tools.find((tool) => tool.name === name),
    countCall(tool) {
      const count = (calls.get(tool.name) ?? 0) + 1;
      calls.set(tool.name, count);
      return count;
    },
    change({ add = [], remove = [], replace = [] }) {
      const kept = tools.filter((tool) => !remove.includes(tool.name));
      tools = [...kept.map((tool) => replace.find(({ name }) => name === tool.name) ?? tool), ...add];
    },
  };

  function answerOffered(method: string, params: JsonObject): Answer | undefined {
    switch (method) {
      case "tools/list":
        return list("tools", [...tools.map(definitionOf), ...(misbehaviour.toolListEntries ?? [])], params);
      case "resources/list":
        return list("resources", (script.resources ?? []).map(withoutContents), params);
      case "resources/templates/list":
        return list("resourceTemplates", (script.resourceTemplates ?? []).map(withoutContents), params);
      case "prompts/list":
        return list("prompts", (script.prompts ?? []).map(withoutMessages), params);
      case "resources/read":
        return readResource(script, params["uri"]);
      case "prompts/get":
        return getPrompt(script, params["name"]);
      default:
        return undefined;
    }
  }

  function list(key: string, entries: readonly unknown[], params: JsonObject): Answer {
    const size = script.pageSize ?? Math.max(1, entries.length);
    const page = pageOf(entries, { cursor: params["cursor"], size, cursors: misbehaviour.cursors });
    if (!page) return refuse(ERROR.invalidParams, "There is no such cursor");
    const { entries: shown, ...rest } = page;
    return { type: "result", result: { [key]: shown, ...rest } };
  }
}

export function hasResources(script: ServerScript): boolean {
  return script.resources !== undefined || script.resourceTemplates !== undefined;
}

export function refuse(code: number, message: string, data?: unknown): Refusal {
  return { type: "error", error: data === undefined ? { code, message } : { code, message, data } };
}

function readResource(script: ServerScript, uri: unknown): Answer {
  if (typeof uri !== "string") return refuse(ERROR.invalidParams, "A resource is read by its uri");
  const resource =
    script.resources?.find((candidate) => candidate.uri === uri) ??
    script.resourceTemplates?.find(({ uriTemplate }) => fitsTemplate(uri, uriTemplate));
  if (!resource) return refuse(ERROR.resourceNotFound, "Resource not found", { uri });
  const { mimeType, text } = resource;
  const contents = "blob" in resource ? { blob: resource.blob } : { text: text ?? "" };
  return { type: "result", result: { contents: [{ uri, ...(mimeType && { mimeType }), ...contents }] } };
}

function getPrompt(script: ServerScript, name: unknown): Answer {
  const prompt = script.prompts?.find((candidate) => candidate.name === name);
  if (!prompt) return refuse(ERROR.invalidParams, `Unknown prompt: ${String(name)}`);
  const { description, messages } = prompt;
  return { type: "result", result: { ...(description && { description }), messages } };
}

function definitionOf(tool: ToolScript): JsonObject {
  const { call: _, inputSchema = { type: "object" }, ...definition } = tool;
  return { ...definition, inputSchema };
}

function withoutContents(resource: ResourceScript | ResourceTemplateScript): JsonObject {
  const { text: _text, blob: _blob, ...listed }: JsonObject = { ...resource };
  return listed;
}

function withoutMessages(prompt: PromptScript): JsonObject {
  const { messages: _, ...listed } = prompt;
  return listed;
}

function fitsTemplate(uri: string, template: string): boolean {
  const literals = template.split(/\{[^}]*\}/).map((literal) => literal.replaceAll(/[^\w/]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`).test(uri);
}

/**
 * Cuts a list into pages, and names them well or badly.
 */
interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

interface Paging {
  /** As the client sent it; undefined asks for the first page. */
  readonly cursor: unknown;
  readonly size: number;
  readonly cursors: Misbehaviour["cursors"];
}

/** Undefined when there is no such cursor. */
function pageOf<Entry>(entries: readonly Entry[], paging: Paging): Page<Entry> | undefined {
  const { cursor, size, cursors } = paging;
  const count = Math.max(1, Math.ceil(entries.length / size));
  const names = Array.from({ length: count }, (_, index) =>
    index === 1 && cursors === "empty-string" ? "" : `page-${index + 1}`,
  );
  const index = cursor === undefined ? 0 : names.findIndex((name) => name === cursor);
  if (index === -1) return undefined;
  const next = cursors === "repeating" || (cursors === "looping" && index === count - 1) ? names[0] : names[index + 1];
  const page = { entries: entries.slice(index * size, (index + 1) * size) };
  return next === undefined ? page : { ...page, nextCursor: next };
}
