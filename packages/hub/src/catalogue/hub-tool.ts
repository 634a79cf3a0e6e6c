import { isObject, type JsonObject } from "../connection/shield.ts";
import type { ToolDefinition } from "../connection/connection.ts";
import type { CatalogueTool } from "../offer/catalogue-tool.ts";
import type { IncludeMode } from "../server-spec.ts";
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
  return {
    name: toolName(server, definition.name),
    server,
    tool: definition.name,
    title: firstText(title, annotated) ?? definition.name,
    description: firstText(description) ?? "",
    inputSchema: isObject(inputSchema) ? inputSchema : { type: "object" },
    ...(include !== undefined && include !== "off" && { include }),
    ...(isGiven && { isGiven }),
    ...(isAppOnly(definition) && { isAppOnly: true }),
    definition,
  };
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

/** Made for a server's own user interface, and not for a model [P78]. */
function isAppOnly(definition: JsonObject): boolean {
  const meta = definition["_meta"];
  const ui = isObject(meta) ? meta["ui"] : undefined;
  const visibility = isObject(ui) ? ui["visibility"] : undefined;
  return Array.isArray(visibility) && visibility.length > 0 && !visibility.includes("model");
}
