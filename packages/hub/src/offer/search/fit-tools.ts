/**
 * Corrects the scores of a server's tools by what words alone do not say: does the tool do what is wanted, is its server
 * named, do its neighbours fit too.
 */

import type { IndexedServer, IndexedTool } from "./index-tool.ts";
import type { Query } from "./read-query.ts";

const WANTED_ACTION_FACTOR = 1.2;
// A deletion is not asked for by accident.
const UNASKED_DELETE_FACTOR = 0.7;
const DEPRECATED_FACTOR = 0.8;
const UNWANTED_FACTOR = 0.5;
const NAMED_SERVER_FACTOR = 1.5;
const NEAR_ENOUGH = 0.7;
// A server of which several tools fit is probably what the request is about.
const MAX_NEIGHBOURS = 3;
const NEIGHBOUR_WEIGHT = 0.25;

/** The tools that have a score at all, in the server's order. */
export function fitTools(server: IndexedServer, scores: readonly number[], query: Query) {
  const factor = isServerNamed(server, query) ? NAMED_SERVER_FACTOR : 1;
  const fitted = server.tools.flatMap((indexed, at) => {
    const score = scores[at] ?? 0;
    return score === 0 ? [] : [{ indexed, score: score * factor * fitOf(indexed, query) }];
  });
  const best = fitted
    .map(({ score }) => score)
    .toSorted((a, b) => b - a)
    .slice(0, MAX_NEIGHBOURS);
  const bonus = (NEIGHBOUR_WEIGHT * best.reduce((sum, score) => sum + score, 0)) / MAX_NEIGHBOURS;
  return fitted.map(({ indexed, score }) => ({ indexed, score: score + bonus }));
}

function isServerNamed({ terms: serverTerms }: IndexedServer, { asked }: Query): boolean {
  const isSaid = (term: string) => asked.some(({ terms }) => (terms.get(term) ?? 0) >= NEAR_ENOUGH);
  return serverTerms.length > 0 && serverTerms.every(isSaid);
}

function fitOf({ terms, actions, isDeprecated }: IndexedTool, query: Query): number {
  let fit = isDeprecated ? DEPRECATED_FACTOR : 1;
  if (actions.some((action) => query.actions.has(action))) fit *= WANTED_ACTION_FACTOR;
  else if (actions.includes("delete")) fit *= UNASKED_DELETE_FACTOR;
  if (query.unwanted.some((term) => terms.get(term)?.fields.includes("name"))) fit *= UNWANTED_FACTOR;
  return fit;
}
