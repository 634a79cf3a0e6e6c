/**
 * All tools a session could offer: those of its servers, in an order that does not depend on who was quicker.
 */

import type { ToolDefinition } from "../connection/protocol/connection.ts";
import type { ServerSpec } from "../server-spec.ts";
import { type HubTool, hubTool } from "./hub-tool.ts";

export interface CatalogueSource {
  readonly spec: Pick<ServerSpec, "name" | "source" | "options">;
  readonly tools: readonly ToolDefinition[];
  /** What it lists that cannot be used, with the reason. */
  readonly setAside?: ReadonlyMap<string, string>;
}

export interface Catalogue {
  readonly tools: readonly HubTool[];
  readonly byName: ReadonlyMap<string, HubTool>;
  /** What was left out and why. */
  readonly warnings: readonly CatalogueWarning[];
}

export interface CatalogueWarning {
  readonly server: string;
  readonly code: "too-many-tools" | "same-name" | "unusable-tools";
  readonly message: string;
}

// A list of more is not read.
const MAX_NAMED = 5;

export function buildCatalogue(
  sources: readonly CatalogueSource[],
  { mostTools }: { readonly mostTools: number },
): Catalogue {
  const warnings: CatalogueWarning[] = [];
  const taken = new Set<string>();
  const lists = sources.map((source) => toolsOf(source, taken, warnings));
  const quotas = quotasOf(
    lists.map(({ length }) => length),
    mostTools,
  );
  const tools = lists.flatMap((list, at) => list.slice(0, quotas[at]));
  for (const [at, { spec, setAside }] of sources.entries()) {
    const { name } = spec;
    if (setAside && setAside.size > 0) {
      const which = [...setAside].slice(0, MAX_NAMED).map(([tool, reason]) => `${tool} (${reason})`);
      const rest = setAside.size > MAX_NAMED ? ` and ${setAside.size - MAX_NAMED} more` : "";
      const message = `${name} lists tools that cannot be used: ${which.join(", ")}${rest}`;
      warnings.push({ server: name, code: "unusable-tools", message });
    }
    const [all = 0, kept = 0] = [lists[at]?.length, quotas[at]];
    if (kept < all) {
      const message = `${name} lists ${all} tools; ${kept} are kept, because a session holds at most ${mostTools} tools`;
      warnings.push({ server: name, code: "too-many-tools", message });
    }
  }
  return { tools, byName: new Map(tools.map((tool) => [tool.name, tool])), warnings };
}

function toolsOf({ spec, tools }: CatalogueSource, taken: Set<string>, warnings: CatalogueWarning[]) {
  const { name, source, options } = spec;
  const isGiven = source === "client" || source === "program";
  // By name, because a server may list them in another order each time, and that would spoil prompt caches [P72].
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .flatMap((definition) => {
      const include = options?.tools?.[definition.name] ?? options?.include;
      if (include === "off") return [];
      const tool = hubTool(name, definition, { include, isGiven });
      if (!taken.has(tool.name)) {
        taken.add(tool.name);
        return [tool];
      }
      const message = `${name} has two tools called ${definition.name}; the second is left out`;
      warnings.push({ server: name, code: "same-name", message });
      return [];
    });
}

/** How many each may keep: all get the same, and what a small one leaves over goes to the others. */
function quotasOf(sizes: readonly number[], most: number): readonly number[] {
  const quotas = sizes.map(() => 0);
  let left = most;
  const bySize = [...sizes.keys()].toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  for (const [done, at] of bySize.entries()) {
    const quota = Math.min(sizes[at] ?? 0, Math.floor(left / (bySize.length - done)));
    quotas[at] = quota;
    left -= quota;
  }
  return quotas;
}
