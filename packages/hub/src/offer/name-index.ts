/**
 * The tools of given servers that did not fit into a request, by name, for the model to read: what it cannot see it would
 * not look for. It depends on the catalogue alone, so that a prompt cache holds.
 */

import type { CatalogueTool } from "./catalogue-tool.ts";

// About 6,000 tokens: as much as forty tools with their schemas.
const MAX_INDEX_LENGTH = 24_000;
const MAX_LINE_LENGTH = 100;

/** With a line about each tool if that fits, else their names, else as many names as fit. */
export function nameIndex(tools: readonly CatalogueTool[]): string {
  const head = `${tools.length} more tools of the session's MCP servers do not fit into this request. They are here by name; to use one, call find_tools with its name as the query.`;
  const lines = tools.map(
    ({ name, description, title }) => `${name}: ${firstSentence(description || title, MAX_LINE_LENGTH)}`,
  );
  const described = [head, ...lines].join("\n");
  if (described.length <= MAX_INDEX_LENGTH) return described;
  const names = tools.map(({ name }) => name);
  while (names.join(" ").length > MAX_INDEX_LENGTH) names.splice(Math.floor(names.length * 0.9));
  const left = tools.length - names.length;
  return [head, names.join(" "), ...(left > 0 ? [`And ${left} more, which find_tools finds.`] : [])].join("\n");
}

const MAX_SENTENCE_LENGTH = 200;

/** The first sentence on one line, or what of it fits. */
export function firstSentence(text: string, maxLength = MAX_SENTENCE_LENGTH): string {
  const sentence = /^.*?[.!?。](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim();
  const line = sentence.replace(/\s+/g, " ");
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).toWellFormed()}…`;
}
