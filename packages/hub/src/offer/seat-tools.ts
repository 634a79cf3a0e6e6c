/**
 * Assigns the capacity for tools in one request.
 *
 * First come those that must be there, the client's before the configured ones, then those the session already has, then
 * those the model asked for, and at last those that the prompt's words find.
 */

import type { Candidate } from "./candidate.ts";
import type { FoundTool } from "./search/tool-index.ts";
import { type Reason, reasons } from "./verdict.ts";

export interface Capacity {
  /** For all but tools of given servers. Only `always` may exceed it. */
  readonly tokens: number;
  /** For tools of given servers. */
  readonly givenTokens: number;
  /** What words find takes no more than this together, except that the best of it may always come. */
  readonly foundTokens: number;
  /** Nothing may pass it: a request with too many tools is refused whole. */
  readonly tools: number;
}

interface SeatOptions {
  readonly capacity: Capacity;
  readonly before: readonly string[];
  readonly used: ReadonlySet<string>;
  readonly asked: readonly string[];
  readonly found: readonly FoundTool[];
}

/** The reasons come in the order in which tools new to the session are appended. */
export function seatTools(candidates: readonly Candidate[], options: SeatOptions): ReadonlyMap<string, Reason> {
  const { capacity, before, used, asked, found } = options;
  const decided = new Map<string, Reason>();
  const agents = new Map(
    candidates.filter(({ standing }) => standing === "agent").map((each) => [each.tool.name, each]),
  );
  let tokens = 0;
  let count = 0;

  const fits = (candidate: Candidate, limit = capacity.tokens) =>
    tokens + candidate.tokens <= limit && count < capacity.tools;
  const seat = (candidate: Candidate, reason: Reason) => {
    decided.set(candidate.tool.name, reason);
    if (candidate.standing !== "given") tokens += candidate.tokens;
    count += 1;
  };
  const trySeat = (name: string, reason: Reason, limit = capacity.tokens) => {
    const candidate = agents.get(name);
    if (!candidate || decided.get(name)?.isOffered) return;
    if (fits(candidate, limit)) seat(candidate, reason);
    else decided.set(name, count < capacity.tools ? reasons.noTokens(candidate.tokens) : reasons.noSeat());
  };

  for (const candidate of mustHaves(candidates, before)) {
    const { standing, include, tool } = candidate;
    if (count >= capacity.tools) decided.set(tool.name, reasons.noSeat());
    else if (standing === "given") seat(candidate, reasons.given());
    else seat(candidate, reasons.always(include));
  }
  for (const name of [...used].toSorted()) trySeat(name, reasons.used());
  for (const name of before) trySeat(name, reasons.kept());
  for (const name of asked) {
    makeRoomFor(name);
    trySeat(name, reasons.asked());
  }
  const foundLimit = Math.min(capacity.tokens, tokens + capacity.foundTokens);
  for (const [index, each] of found.entries()) {
    trySeat(each.tool.name, reasons.found(index + 1, each), index === 0 ? capacity.tokens : foundLimit);
  }
  return decided;

  /** Without this a long session ends with a full table and a model that finds tools it can never call. */
  function makeRoomFor(name: string): void {
    const candidate = agents.get(name);
    if (!candidate || decided.get(name)?.isOffered || fits(candidate)) return;
    const idle = before.flatMap((other) => (decided.get(other)?.code === "kept" ? (agents.get(other) ?? []) : []));
    const idleTokens = idle.reduce((sum, { tokens }) => sum + tokens, 0);
    if (idle.length === 0 || tokens - idleTokens + candidate.tokens > capacity.tokens) return;
    // All at once: the prompt cache is lost once, not once for each.
    for (const { tool } of idle) decided.set(tool.name, reasons.madeRoom());
    tokens -= idleTokens;
    count -= idle.length;
  }
}

/** Given ones first, each as the session had them and then by name. */
function mustHaves(candidates: readonly Candidate[], before: readonly string[]): readonly Candidate[] {
  const places = new Map(before.map((name, place) => [name, place]));
  const placeOf = ({ tool }: Candidate) => places.get(tool.name) ?? before.length;
  return (["given", "always"] as const).flatMap((wanted) =>
    candidates
      .filter(({ standing }) => standing === wanted)
      .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.tool.name < b.tool.name ? -1 : 1)),
  );
}
