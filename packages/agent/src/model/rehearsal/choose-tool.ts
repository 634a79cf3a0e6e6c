/**
 * Chooses the tool that a request asks for: the one it names, or else the first that the hub's search finds, if the request
 * has a word of its name.
 */

import { type CatalogueTool, createToolIndex } from "@tenon/hub/offer";

import type { ModelTool } from "../model.ts";
import { withoutQuotes } from "./find-values.ts";

export interface ChosenTool {
  readonly tool: ModelTool;
  /** What of the request is left for its arguments. */
  readonly rest: string;
}

// A longer one is a pasted text and not a request.
const MAX_REQUEST_LENGTH = 2_000;

export function chooseTool(request: string, tools: readonly ModelTool[]): ChosenTool | undefined {
  if (request.length > MAX_REQUEST_LENGTH) return undefined;
  const index = createToolIndex().replaceServer("", tools.map(inCatalogue));
  const best = index.search(request).find(({ matches }) => matches.some(({ fields }) => fields.includes("name")));
  const tool = tools.find(({ name }) => name === best?.tool.name);
  return tool && { tool, rest: request };
}

/** A name that is also a plain word must be called one: `use echo`. */
export function findNamed(request: string, tools: readonly ModelTool[]): ChosenTool | undefined {
  const plain = withoutQuotes(request);
  const [first] = tools
    .flatMap((tool) => {
      const match = mention(tool.name, plain) ?? mention(inCatalogue(tool).tool, plain);
      return match ? [{ tool, match }] : [];
    })
    .toSorted((one, other) => one.match.index - other.match.index);
  if (!first) return undefined;
  const { index, 0: text } = first.match;
  return { tool: first.tool, rest: `${request.slice(0, index)} ${request.slice(index + text.length)}` };
}

function mention(name: string, request: string): RegExpExecArray | undefined {
  const isPlainWord = /^\p{L}?[\p{Ll}\p{N}]+$/u.test(name);
  // No raw string: the bundle is ASCII, and could not escape the character there.
  const use = "(?:\\b(?:use|using|call|invoke)\\s+(?:the\\s+)?(?:tool\\s+)?|用\\s*)";
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = `${use}${isPlainWord ? "" : "?"}(?<![\\w./-])${literal}(?![\\w/-]|\\.\\w)(?:\\s+tool\\b)?`;
  return new RegExp(pattern, "i").exec(request) ?? undefined;
}

/** The agent's own tools have no server. */
export function inCatalogue({ name, description, inputSchema }: ModelTool): CatalogueTool {
  const [, server = "", tool = name] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return { name, server, tool, title: tool, description, inputSchema };
}
