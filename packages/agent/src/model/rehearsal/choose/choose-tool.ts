/**
 * Chooses the tool that a request asks for: the one it names, or else the one that the hub's search puts first.
 */

import type { CatalogueTool, FoundTool, ToolIndex } from "@tenon/hub/offer";

import type { ModelTool } from "../../model.ts";
import { withPlainQuotes } from "../quoted-text.ts";
import { findNamedTool, originOf } from "./named-tool.ts";
import { firstWord, requestWords } from "./request-words.ts";
import { suitability } from "./suitability.ts";

export interface Choice {
  readonly tool: ModelTool;
  /** What of the request is left for its arguments. */
  readonly rest: string;
  readonly why: string;
}

// No server has this name.
const NOBODY = " ";
// On few tools every word is common or rare by accident. Blank ones stand for all that are not here, and make scores of
// different offers alike.
const BLANK_TOOLS: readonly CatalogueTool[] = Array.from({ length: 200 }, (_, at) => ({
  name: `blank ${at}`,
  server: NOBODY,
  tool: "",
  title: "",
  description: "",
  inputSchema: {},
}));
// What is longer is a text that somebody pasted, and not an order.
const LONGEST_REQUEST = 2_000;
// A tool that is named after the verb of the request is meant before one that only could do it too.
const SAME_VERB = 1.5;
const CANDIDATES = 5;
// Below this the likeness is chance.
const LEAST_SCORE = 7;
// Up to this, a word of the tool's name must be in the request, or most of the request in the tool.
const SURE_SCORE = 10;

/** From an index without tools. */
export function createChooser(empty: ToolIndex) {
  const blank = empty.replaceServer(NOBODY, BLANK_TOOLS);
  return (request: string, tools: readonly ModelTool[]): Choice | undefined => {
    const named = findNamedTool(request, tools);
    if (named) return { ...named, why: `The request names ${named.tool.name}.` };
    const short = withPlainQuotes(request);
    if (short.length > LONGEST_REQUEST) return undefined;
    const [best, second] = search(short, tools);
    const tool = best && tools.find(({ name }) => name === best.tool.name);
    return tool && isEnough(short, best) ? { tool, rest: request, why: reasonFor(best, second) } : undefined;
  };

  function search(request: string, tools: readonly ModelTool[]): readonly FoundTool[] {
    let index = blank;
    for (const [server, group] of Map.groupBy(tools.map(inCatalogue), (tool) => tool.server)) {
      index = index.replaceServer(server, group);
    }
    const verb = firstWord(request);
    return index
      .search(request, { limit: CANDIDATES })
      .map((found) => {
        const likeness = found.score * (wordsOf(found.tool.tool).includes(verb) ? SAME_VERB : 1);
        return { ...found, score: likeness * suitability(request, found.tool) };
      })
      .toSorted((a, b) => b.score - a.score);
  }
}

function isEnough(request: string, { score, matches }: FoundTool): boolean {
  if (score < LEAST_SCORE) return false;
  if (score >= SURE_SCORE || matches.some(({ fields }) => fields.includes("name"))) return true;
  const said = new Set(matches.flatMap(({ said }) => said.split(" ")));
  const words = requestWords(request);
  return words.filter((word) => said.has(word)).length > words.length / 2;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _-]/);
}

function inCatalogue({ name, description, inputSchema }: ModelTool): CatalogueTool {
  const { server, tool } = originOf(name);
  return { name, server, tool, title: tool, description, inputSchema };
}

function reasonFor(best: FoundTool, second: FoundTool | undefined): string {
  const said = [...new Set(best.matches.map(({ said }) => `“${said}”`))].join(", ");
  const other = second ? `; ${second.tool.name} comes next with ${second.score.toFixed(1)}` : "";
  return `${best.tool.name} fits best, by ${said} (${best.score.toFixed(1)}${other}).`;
}
