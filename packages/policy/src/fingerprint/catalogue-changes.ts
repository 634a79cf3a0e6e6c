/**
 * What became of a server's tools when they were listed again.
 *
 * A tool that goes while its twin comes under another name is flagged: grants stay with the old name, and a person
 * should know why they are asked about a tool they had approved [K-16].
 */

import { quote } from "../quote.ts";
import { describeChange } from "./describe-change.ts";
import { fingerprint, type ToolDefinition } from "./tool-definition.ts";

export type CatalogueChange =
  | { readonly type: "added"; readonly tool: string }
  | { readonly type: "removed"; readonly tool: string }
  | { readonly type: "renamed"; readonly tool: string; readonly before: string; readonly warning: string }
  | { readonly type: "changed"; readonly tool: string; readonly changes: readonly string[] };

export function catalogueChanges(
  before: readonly ToolDefinition[],
  after: readonly ToolDefinition[],
): readonly CatalogueChange[] {
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const now = new Map(after.map((tool) => [tool.name, tool]));
  const gone = before.filter(({ name }) => !now.has(name));
  const twins = new Map(gone.map((tool) => [namelessFingerprint(tool), tool.name]));
  const renamed = new Set<string>();

  const changes = [...now.values()].flatMap((tool): readonly CatalogueChange[] => {
    const previous = old.get(tool.name);
    if (previous) {
      const differences = describeChange(previous, tool);
      return differences.length === 0 ? [] : [{ type: "changed", tool: tool.name, changes: differences }];
    }
    const twin = twins.get(namelessFingerprint(tool));
    if (twin === undefined || renamed.has(twin)) return [{ type: "added", tool: tool.name }];
    renamed.add(twin);
    const warning = `Tool ${quote(twin)} is now called ${quote(tool.name)}; what was granted to the one is not granted to the other.`;
    return [{ type: "renamed", tool: tool.name, before: twin, warning }];
  });
  const removed = gone.filter(({ name }) => !renamed.has(name));
  return [...changes, ...removed.map(({ name }): CatalogueChange => ({ type: "removed", tool: name }))];
}

function namelessFingerprint(tool: ToolDefinition): string {
  return fingerprint({ ...tool, name: "", title: undefined });
}
