/**
 * All tools a session could offer: those of its servers, in an order that does not depend on who was quicker.
 */

import type { ToolDefinition } from "../connection/connection.ts";
import type { ServerOptions } from "../server-spec.ts";
import { type HubTool, hubTool } from "./hub-tool.ts";

export interface CatalogueSource {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  readonly options?: ServerOptions | undefined;
}

export interface Catalogue {
  readonly tools: readonly HubTool[];
  readonly byName: ReadonlyMap<string, HubTool>;
  /** What was left out and why, a sentence each. */
  readonly warnings: readonly string[];
}

export function buildCatalogue(
  sources: readonly CatalogueSource[],
  options: { readonly mostTools: number },
): Catalogue {
  const byName = new Map<string, HubTool>();
  const warnings: string[] = [];
  let left = 0;
  for (const { name: server, tools, options: serverOptions } of sources) {
    // By name, because a server may list them in another order each time, and that would spoil prompt caches [P72].
    for (const definition of tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
      const include = serverOptions?.tools?.[definition.name] ?? serverOptions?.include;
      if (include === "off") continue;
      const tool = hubTool(server, definition, include);
      if (byName.has(tool.name))
        warnings.push(`${server} has two tools called ${definition.name}; the second is left out`);
      else if (byName.size >= options.mostTools) left += 1;
      else byName.set(tool.name, tool);
    }
  }
  if (left > 0) warnings.push(`The catalogue holds ${options.mostTools} tools at most; ${left} more are left out`);
  return { tools: [...byName.values()], byName, warnings };
}
