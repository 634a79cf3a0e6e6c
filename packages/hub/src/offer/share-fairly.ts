import type { CatalogueTool } from "./catalogue-tool.ts";

/**
 * The names of the tools that fit, a tool of each server in turn: a server with many tools leaves others theirs. Servers
 * and tools go by name, so that equal catalogues give equal answers.
 */
export function shareFairly(
  candidates: readonly { readonly tool: CatalogueTool; readonly tokens: number }[],
  room: { readonly tools: number; readonly tokens: number },
): ReadonlySet<string> {
  const sorted = candidates.toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const servers = [...Map.groupBy(sorted, ({ tool }) => tool.server).values()];
  const rounds = Math.max(0, ...servers.map(({ length }) => length));
  const names = new Set<string>();
  let tokens = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of servers.flatMap((list) => list[round] ?? [])) {
      if (names.size >= room.tools || tokens + candidate.tokens > room.tokens) continue;
      names.add(candidate.tool.name);
      tokens += candidate.tokens;
    }
  }
  return names;
}
