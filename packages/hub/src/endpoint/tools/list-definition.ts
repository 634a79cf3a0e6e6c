/**
 * A tool as `tools/list` shows it: what agents keep of it, and nothing that makes them refuse the list.
 *
 * The output schema is left out: clients refuse a result without structured content where one is declared, and ours may be
 * cut. `describe_tool` shows it, and the whole description. Where there is no such tool, the definition is whole.
 */

import { isSpecType, type Tool } from "@modelcontextprotocol/server";
import { defined, isObject, type JsonObject } from "@tenon/basis";

import type { TableTool } from "./tool-table.ts";

// OpenAI-compatible providers refuse more than 1,024 characters; Claude cuts at 2,048 [P-08] [P-11].
const MAX_DESCRIPTION_LENGTH = 1_024;
const MORE = "… (describe_tool has the rest.)";

export function listDefinition(
  tool: TableTool,
  options: { readonly isWhole: boolean; readonly meta: JsonObject | undefined },
): Tool {
  const { name, title, inputSchema, definition } = tool;
  const { outputSchema } = definition;
  const annotations = isObject(definition["annotations"]) ? definition["annotations"] : undefined;
  const own = isObject(definition["_meta"]) ? definition["_meta"] : undefined;
  const meta = own || options.meta ? { ...own, ...options.meta } : undefined;
  const description = options.isWhole ? tool.description : shortDescription(tool.description);
  // Many servers forget to say that arguments are an object, and clients refuse the whole list for it [P-09].
  const schema = { ...inputSchema, type: "object" };
  const full: unknown = {
    name,
    title,
    description,
    inputSchema: schema,
    ...defined({ annotations, _meta: meta }),
    ...(options.isWhole && isObject(outputSchema) && { outputSchema: { ...outputSchema, type: "object" } }),
  };
  return isSpecType.Tool(full) ? full : { name, description, inputSchema: { type: "object" } };
}

function shortDescription(description: string): string {
  if (description.length <= MAX_DESCRIPTION_LENGTH) return description;
  return `${description.slice(0, MAX_DESCRIPTION_LENGTH - MORE.length).toWellFormed()}${MORE}`;
}
