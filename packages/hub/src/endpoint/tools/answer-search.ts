/**
 * The answers of `find_tools` and `describe_tool`.
 */

import { nearestWord, objectOf, stringOf } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import type { CatalogueTool } from "../../offer/catalogue-tool.ts";
import { answerFindTools } from "../../offer/find-tools.ts";
import { firstSentence } from "../../offer/name-index.ts";
import type { SearchOptions } from "../../offer/search/tool-index.ts";
import { isConnected, isStarting } from "../../server/receipt.ts";
import { OWN } from "./own-tools.ts";
import type { TableTool, ToolTable } from "./tool-table.ts";

// A search is filtered by server afterwards, and then must still have some.
const MAX_FOUND = 200;

export function findTools(args: unknown, table: ToolTable, hub: Hub | undefined): string {
  const named = (entry: CatalogueTool): CatalogueTool => ({
    ...entry,
    name: table.find(entry.name)?.name ?? entry.name,
  });
  const index = {
    tools: table.ofHub.flatMap(({ name, catalogued }) => (catalogued ? [{ ...catalogued, name }] : [])),
    search: (words: string, { limit = MAX_FOUND, accept = () => true }: SearchOptions = {}) =>
      (hub?.search(words, MAX_FOUND) ?? [])
        .map((found) => ({ ...found, tool: named(found.tool) }))
        .filter(({ tool }) => accept(tool))
        .slice(0, limit),
  };
  const { text } = answerFindTools(objectOf(args), { index, howToCall: `Call them with ${OWN.call}.` });
  return [text, ...missingServers(hub)].join("\n\n");
}

/** Why a tool may be missing: a model that does not know would say that there is none. */
function missingServers(hub: Hub | undefined): readonly string[] {
  if (!hub) return ["The servers are still starting: search again in a moment."];
  const starting = hub.servers.filter(({ receipt }) => isStarting(receipt.state)).map(({ spec }) => spec.name);
  const missing = hub.servers.flatMap(({ spec, receipt: { state, reason } }) =>
    isConnected(state) || isStarting(state) ? [] : [`${spec.name} (${firstSentence(reason ?? state)})`],
  );
  return [
    ...(starting.length > 0 ? [`Still starting, search again in a moment: ${starting.join(", ")}.`] : []),
    ...(missing.length > 0 ? [`Not available: ${missing.join(", ")}.`] : []),
  ];
}

export function describeTool(tool: TableTool): string {
  const { name, server, title, description, inputSchema, definition } = tool;
  const { outputSchema, annotations } = definition;
  return [
    `${name} (${title}, of the server ${server})`,
    description,
    `Parameters, as JSON Schema:\n${JSON.stringify(inputSchema, undefined, 2)}`,
    ...(outputSchema === undefined
      ? []
      : [`Structured result, as JSON Schema:\n${JSON.stringify(outputSchema, undefined, 2)}`]),
    ...(annotations === undefined ? [] : [`Hints of the server: ${JSON.stringify(annotations)}`]),
  ].join("\n\n");
}

export function unknownTool(name: unknown, table: ToolTable): string {
  const asked = stringOf(name) ?? "";
  if (asked === "") return `Give the name of the tool in \`name\`. ${OWN.find} finds tools.`;
  const near = nearestWord(
    asked,
    table.ofHub.map((tool) => tool.name),
  );
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return `No tool named ${asked}.${hint} ${OWN.find} finds tools by what they do.`;
}
