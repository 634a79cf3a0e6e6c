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
  readonly standing: "app-only" | "off" | "given" | "always" | "agent";
  /** Of a given server and without an include mode, but more than fits into a request: the model gets its name only. */
  readonly isOverflow?: true;
}

export interface CandidateCapacity {
  readonly tools: number;
  readonly tokens: number;
  /** What the tools of given servers may take, beside the rest. */
  readonly givenTokens: number;
}

// Of how many seats one stays free for tools that search finds, however many tools are given.
const SEATS_PER_FREE_SEAT = 25;

/**
 * Tools without an include mode: those of given servers are offered as far as their budget goes, shared among servers;
 * the others are `always` if all of them fit, else `agent`.
 */
export function readCandidates(
  tools: readonly CatalogueTool[],
  options: {
    readonly include: IncludeLevels;
    readonly capacity: CandidateCapacity;
  },
): readonly Candidate[] {
  const { include, capacity } = options;
  const candidates = tools.map((tool) => {
    const resolved = resolveInclude(tool, include);
    return { tool, tokens: estimateTokens(tool), include: resolved, standing: standingOf(tool, resolved) };
  });
  const count = (...standings: readonly string[]) =>
    candidates.filter(({ standing }) => standings.includes(standing)).length;
  const tokensOf = (...standings: readonly string[]) =>
    candidates.reduce((sum, { standing, tokens }) => sum + (standings.includes(standing) ? tokens : 0), 0);

  const isNothingElse = count("always", "open", "agent") === 0 && count("given") <= capacity.tools;
  const freeSeats = isNothingElse ? 0 : Math.floor(capacity.tools / SEATS_PER_FREE_SEAT);
  const seated = shareFairly(
    candidates.filter(({ standing }) => standing === "given"),
    { tools: capacity.tools - freeSeats, tokens: capacity.givenTokens },
  );
  const doAllFit =
    tokensOf("always", "open") <= capacity.tokens && seated.size + count("always", "open") <= capacity.tools;
  return candidates.map(({ standing, ...rest }) => {
    if (standing === "open") return { ...rest, standing: doAllFit ? "always" : "agent" };
    if (standing !== "given" || seated.has(rest.tool.name)) return { ...rest, standing };
    return { ...rest, standing: "agent", isOverflow: true };
  });
}

function standingOf(tool: CatalogueTool, { mode }: ResolvedInclude): Candidate["standing"] | "open" {
  if (tool.isAppOnly) return "app-only";
  switch (mode) {
    case "always":
    case "agent":
      return mode;
    case "manual":
      return "off";
    case undefined:
      return tool.isGiven ? "given" : "open";
  }
}

/**
 * The names of the tools that fit, a tool of each server in turn: a server with many tools leaves others theirs. Servers
 * and tools go by name, so that equal catalogues give equal answers.
 */
function shareFairly(
  candidates: readonly { readonly tool: CatalogueTool; readonly tokens: number }[],
  capacity: { readonly tools: number; readonly tokens: number },
): ReadonlySet<string> {
  const sorted = candidates.toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const servers = [...Map.groupBy(sorted, ({ tool }) => tool.server).values()];
  const rounds = Math.max(0, ...servers.map(({ length }) => length));
  const names = new Set<string>();
  let tokens = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of servers.flatMap((list) => list[round] ?? [])) {
      if (names.size >= capacity.tools || tokens + candidate.tokens > capacity.tokens) continue;
      names.add(candidate.tool.name);
      tokens += candidate.tokens;
    }
  }
  return names;
}
