/**
 * Where each tool of a catalogue stands before a request is looked at.
 */

import type { CatalogueTool } from "./catalogue-tool.ts";
import { type IncludeLevels, type ResolvedInclude, resolveInclude } from "./include-mode.ts";
import { estimateTokens } from "./token-cost.ts";

export interface Candidate {
  readonly tool: CatalogueTool;
  readonly tokens: number;
  readonly include: ResolvedInclude;
  readonly standing: "app-only" | "off" | "chosen" | "always" | "agent";
}

/** Tools of which nobody said how to include them are `always` if they fit into the room, all of them, else `agent`. */
export function readCandidates(
  tools: readonly CatalogueTool[],
  options: {
    readonly include: IncludeLevels;
    readonly chosen: ReadonlySet<string>;
    readonly room: { readonly tokens: number; readonly tools: number };
  },
): readonly Candidate[] {
  const { include, chosen, room } = options;
  const candidates = tools.map((tool) => {
    const resolved = resolveInclude(tool, include);
    return { tool, tokens: estimateTokens(tool), include: resolved, standing: standingOf(tool, resolved, chosen) };
  });
  const wanted = candidates.filter(({ standing }) => ["chosen", "always", "open"].includes(standing));
  const tokens = wanted.reduce((sum, candidate) => sum + candidate.tokens, 0);
  const whenOpen: Candidate["standing"] = tokens <= room.tokens && wanted.length <= room.tools ? "always" : "agent";
  return candidates.map(({ standing, ...rest }) => ({ ...rest, standing: standing === "open" ? whenOpen : standing }));
}

function standingOf(
  tool: CatalogueTool,
  { mode }: ResolvedInclude,
  chosen: ReadonlySet<string>,
): Candidate["standing"] | "open" {
  if (tool.isAppOnly) return "app-only";
  if (chosen.has(tool.name)) return "chosen";
  switch (mode) {
    case "always":
    case "agent":
      return mode;
    case "manual":
      return "off";
    case undefined:
      return "open";
  }
}
