import { isObject, type JsonObject } from "@tenon/basis";

import type { ToolDefinition } from "../connection/protocol/connection.ts";
import type { CatalogueTool } from "../offer/catalogue-tool.ts";
import type { IncludeMode } from "../server-spec.ts";
import { parametersOf } from "../offer/schema-parameters.ts";
import { toolName } from "./tool-name.ts";

/** A tool of the catalogue, with everything its server says of it: output schema, annotations, icons, `_meta`. */
export interface HubTool extends CatalogueTool {
  readonly definition: ToolDefinition;
}

export function hubTool(
  server: string,
  definition: ToolDefinition,
  options: { readonly include: IncludeMode | undefined; readonly isGiven: boolean },
): HubTool {
  const { include, isGiven } = options;
  const { title, description, inputSchema, annotations } = definition;
  const annotated = isObject(annotations) ? annotations["title"] : undefined;
  const schema = isObject(inputSchema) ? inputSchema : { type: "object" };
  const shownTitle = firstText(title, annotated) ?? definition.name;
  return {
    name: toolName(server, definition.name),
    server,
    tool: definition.name,
    title: shownTitle,
    description: firstText(description) ?? descriptionFor(server, shownTitle, schema),
    inputSchema: schema,
    ...(include !== undefined && include !== "off" && { include }),
    ...(isGiven && { isGiven }),
    ...(isAppOnly(definition) && { isAppOnly: true }),
    definition,
  };
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** Of a tool that its server does not describe: a model calls an undescribed tool for anything, or never. */
function descriptionFor(server: string, title: string, schema: JsonObject): string {
  const words = title
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[\s_./:-]+/g, " ")
    .trim();
  const parameters = parametersOf(schema).filter(({ depth }) => depth === 0);
  const named = parameters.map(({ name, isRequired }) => (isRequired ? `${name} (required)` : name));
  const takes = named.length === 0 ? "It takes no parameters." : `Parameters: ${named.join(", ")}.`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, on the MCP server ${server}. ${takes}`;
}

/** Made for a server's own user interface, and not for a model [P78]. */
function isAppOnly(definition: JsonObject): boolean {
  const meta = definition["_meta"];
  const ui = isObject(meta) ? meta["ui"] : undefined;
  const visibility = isObject(ui) ? ui["visibility"] : undefined;
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes("model");
}
