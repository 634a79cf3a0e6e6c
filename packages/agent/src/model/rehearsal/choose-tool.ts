/**
 * Chooses the tool that a request asks for: the one it names, or else the first that the hub's search finds, if it matches
 * enough of the request.
 */

import { type CatalogueTool, createToolIndex, type FoundTool } from "@tenon/hub/offer";

import type { ModelTool } from "../model.ts";
import { literally, withoutQuotes } from "./find-values.ts";

export interface Choice {
  readonly tool: ModelTool;
  /** What of the request is left for its arguments. */
  readonly rest: string;
}

// A longer one is a pasted text and not a request.
const MAX_REQUEST_LENGTH = 2_000;
// On few tools every word is rare by accident. Blank ones stand for those of other servers, so that scores mean the same.
const BLANK: Omit<CatalogueTool, "name"> = { server: " ", tool: "", title: "", description: "", inputSchema: {} };
const BLANK_TOOLS = Array.from({ length: 200 }, (_, at): CatalogueTool => ({ ...BLANK, name: `blank ${at}` }));
// Below the first a match is chance; up to the second a word of the tool's name must be in the request.
const MIN_SCORE = 7;
const SURE_SCORE = 10;
// A tool that is named after the verb of the request is meant before one that only mentions it.
const SAME_VERB = 1.5;

export function createChooser() {
  const blank = createToolIndex().replaceServer(" ", BLANK_TOOLS);
  return (request: string, tools: readonly ModelTool[]): Choice | undefined => {
    if (request.length > MAX_REQUEST_LENGTH) return undefined;
    let index = blank;
    for (const [server, group] of Map.groupBy(tools.map(inCatalogue), (tool) => tool.server)) {
      index = index.replaceServer(server, group);
    }
    const verb = /^\W*(?:please\s+)?(\p{L}+)/iu.exec(request)?.[1] ?? "";
    const isNamedAfter = new RegExp(`(?<!\\p{Ll})${verb}(?!\\p{Ll})`, "iu");
    const [best] = index
      .search(request, { limit: 5 })
      .map((found) => ({ ...found, score: found.score * (isNamedAfter.test(found.tool.tool) ? SAME_VERB : 1) }))
      .toSorted((one, other) => other.score - one.score);
    const tool = tools.find(({ name }) => name === best?.tool.name);
    return best && tool && isEnough(best) ? { tool, rest: request } : undefined;
  };
}

function isEnough({ score, matches }: FoundTool): boolean {
  return score >= SURE_SCORE || (score >= MIN_SCORE && matches.some(({ fields }) => fields.includes("name")));
}

/** A name that is also a plain word must be called one: `use echo`. */
export function findNamed(request: string, tools: readonly ModelTool[]): Choice | undefined {
  const readable = withoutQuotes(request);
  const [first] = tools
    .flatMap((tool) => {
      const { server, tool: own } = inCatalogue(tool);
      const match = mention(tool.name, readable) ?? mention(own, readable);
      return match ? [{ tool, match, hasServer: server !== "" && readable.includes(server) }] : [];
    })
    .toSorted((one, other) => one.match.index - other.match.index || Number(other.hasServer) - Number(one.hasServer));
  if (!first) return undefined;
  const { index, 0: text } = first.match;
  return { tool: first.tool, rest: `${request.slice(0, index)} ${request.slice(index + text.length)}` };
}

function mention(name: string, request: string): RegExpExecArray | undefined {
  const isPlainWord = /^\p{L}?[\p{Ll}\p{N}]+$/u.test(name);
  const use = String.raw`\b(?:use|using|call|invoke)\s+(?:the\s+)?(?:tool\s+)?`;
  const pattern = `${isPlainWord ? use : `(?:${use})?`}(?<![\\w./-])${literally(name)}(?![\\w/-]|\\.\\w)(?:\\s+tool\\b)?`;
  return new RegExp(pattern, "i").exec(request) ?? undefined;
}

/** The agent's own tools have no server. */
export function inCatalogue({ name, description, inputSchema }: ModelTool): CatalogueTool {
  const [, server = "", tool = name] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return { name, server, tool, title: tool, description, inputSchema };
}
