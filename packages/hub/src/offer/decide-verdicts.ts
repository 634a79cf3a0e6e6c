/**
 * Decides about every tool of a catalogue, for one request and a given capacity.
 */

import { type Candidate, readCandidates } from "./candidate.ts";
import type { CatalogueTool } from "./catalogue-tool.ts";
import type { OfferRequest } from "./offer-request.ts";
import type { FoundTool } from "./search/tool-index.ts";
import { type Capacity, seatTools } from "./seat-tools.ts";
import { type Reason, reasons, type OfferVerdict } from "./verdict.ts";

export interface Decision {
  /** In the catalogue's order. */
  readonly verdicts: readonly OfferVerdict[];
  /** The tools that are in, in the order in which those new to the session are appended. */
  readonly newNames: readonly string[];
  /** Tools that should always be there, and for which there were not enough places. */
  readonly refused: readonly string[];
  /** Tools of given servers that are more than fits, in the catalogue's order: all, whether search found them or not. */
  readonly overflow: readonly CatalogueTool[];
}

// A find that scores less than half of the best one is more often chance than not.
const LEAST_SHARE_OF_BEST = 0.5;

export function decideVerdicts(
  request: OfferRequest,
  { capacity, mostFound }: { readonly capacity: Capacity; readonly mostFound: number },
): Decision {
  const { index, prompt, include = {}, before = [], used, asked = [] } = request;
  const candidates = readCandidates(index.tools, { include, capacity });
  // The first search compiles the lexicon, which takes longer than all else before the first request to the model.
  const isSearched = candidates.some(({ standing }) => standing === "agent");
  const found = isSearched ? findTools(candidates, { index, prompt, mostFound }) : [];
  const decided = seatTools(candidates, { capacity, before, used: new Set(used), asked, found });

  const isOffered = (name: string) => decided.get(name)?.isOffered === true;
  return {
    verdicts: candidates.map((candidate) => {
      const { tool, tokens } = candidate;
      return { tool, tokens, ...(decided.get(tool.name) ?? undecided(candidate)) };
    }),
    newNames: [...decided.keys()].filter(isOffered),
    refused: candidates.flatMap(({ tool: { name }, standing }) => (isMust(standing) && !isOffered(name) ? [name] : [])),
    overflow: candidates.flatMap(({ tool, isOverflow }) => (isOverflow ? [tool] : [])),
  };
}

function findTools(
  candidates: readonly Candidate[],
  { index, prompt, mostFound }: Pick<OfferRequest, "index" | "prompt"> & { readonly mostFound: number },
): readonly FoundTool[] {
  const closed = new Set(candidates.flatMap(({ tool, standing }) => (isClosed(standing) ? [tool.name] : [])));
  const finds = index.search(prompt, { limit: mostFound, accept: ({ name }) => !closed.has(name) });
  return finds.filter(({ score }) => score >= LEAST_SHARE_OF_BEST * (finds[0]?.score ?? 0));
}

function isClosed(standing: Candidate["standing"]): boolean {
  return standing === "off" || standing === "app-only";
}

function isMust(standing: Candidate["standing"]): boolean {
  return standing === "given" || standing === "always";
}

function undecided({ standing, include, isOverflow }: Candidate): Reason {
  if (standing === "app-only") return reasons.appOnly();
  if (isOverflow) return reasons.overflow();
  return standing === "off" ? reasons.off(include) : reasons.notFound();
}
