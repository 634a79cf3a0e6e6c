/**
 * Finds the tool whose words are nearest to a request. Words that few tools have count more than words that many have.
 */

import type { ModelTool } from "../model.ts";
import { wordsOf } from "./words.ts";

const NAME_WEIGHT = 3;
// Below this the likeness is chance: one common word in a long description.
const LEAST_SCORE = 1.5;

export function chooseTool(request: string, tools: readonly ModelTool[]): ModelTool | undefined {
  const asked = new Set(wordsOf(request));
  const described = tools.map((tool) => ({
    tool,
    name: new Set(wordsOf(tool.name.replace(/^mcp__/, ""))),
    text: new Set(wordsOf(`${tool.description} ${Object.keys(propertiesOf(tool)).join(" ")}`)),
  }));
  const rarity = (word: string) => {
    const holders = described.filter(({ name, text }) => name.has(word) || text.has(word)).length;
    return Math.log(1 + tools.length / Math.max(1, holders));
  };
  let best: { readonly tool: ModelTool; readonly score: number } | undefined;
  for (const { tool, name, text } of described) {
    let score = 0;
    for (const word of asked) {
      if (name.has(word)) score += NAME_WEIGHT * rarity(word);
      else if (text.has(word)) score += rarity(word);
    }
    // Of two equal ones the first: the order of the tools is stable, so the choice is too.
    if (score >= LEAST_SCORE && (!best || score > best.score)) best = { tool, score };
  }
  return best?.tool;
}

function propertiesOf(tool: ModelTool): object {
  const properties = tool.inputSchema["properties"];
  return typeof properties === "object" && properties !== null ? properties : {};
}
