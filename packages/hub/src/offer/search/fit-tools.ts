/**
 * Corrects the scores of a server's tools by what words alone do not say: does the tool do what is wanted, is its server
 * named, do its neighbours fit too.
 */

import type { IndexedServer, IndexedTool } from "./index-tool.ts";
import type { Query } from "./read-query.ts";

const DOES_WHAT_IS_WANTED = 1.2;
// A deletion is not asked for by accident.
const DELETES_UNASKED = 0.7;
const IS_DEPRECATED = 0.8;
const IS_UNWANTED = 0.5;
const SERVER_IS_NAMED = 1.5;
const NEAR_ENOUGH = 0.7;
// A server of which several tools fit is probably what the request is about.
const NEIGHBOURS = 3;
const NEIGHBOURS_SHARE = 0.25;

/** The tools that have a score at all, in the server's order. */
export function fitTools(server: IndexedServer, scores: readonly number[], query: Query) {
  const factor = isServerNamed(server, query) ? SERVER_IS_NAMED : 1;
  const fitted = server.tools.flatMap((indexed, at) => {
    const score = scores[at] ?? 0;
    return score === 0 ? [] : [{ indexed, score: score * factor * fitOf(indexed, query) }];
  });
  const best = fitted
    .map(({ score }) => score)
    .toSorted((a, b) => b - a)
    .slice(0, NEIGHBOURS);
  const bonus = (NEIGHBOURS_SHARE * best.reduce((sum, score) => sum + score, 0)) / NEIGHBOURS;
  return fitted.map(({ indexed, score }) => ({ indexed, score: score + bonus }));
}

function isServerNamed({ terms: serverTerms }: IndexedServer, { asked }: Query): boolean {
  const isSaid = (term: string) => asked.some(({ terms }) => (terms.get(term) ?? 0) >= NEAR_ENOUGH);
  return serverTerms.length > 0 && serverTerms.every(isSaid);
}

function fitOf({ terms, deeds, isDeprecated }: IndexedTool, query: Query): number {
  let fit = isDeprecated ? IS_DEPRECATED : 1;
  if (deeds.some((deed) => query.deeds.has(deed))) fit *= DOES_WHAT_IS_WANTED;
  else if (deeds.includes("delete")) fit *= DELETES_UNASKED;
  if (query.unwanted.some((term) => terms.get(term)?.fields.includes("name"))) fit *= IS_UNWANTED;
  return fit;
}
