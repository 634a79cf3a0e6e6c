/**
 * One server's part of the index: made once from its tools, never changed.
 */

import type { CatalogueTool } from "../catalogue-tool.ts";
import { type IndexedTool, indexTool } from "./index-tool.ts";
import { splitWords } from "./split-words.ts";
import { rootOf, stem } from "./stem.ts";
import { createTermReader } from "./term-reader.ts";

export interface Segment {
  readonly tools: readonly IndexedTool[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  readonly termsByRoot: ReadonlyMap<string, readonly string[]>;
  readonly termsByInitial: ReadonlyMap<string, readonly string[]>;
  /** What a person says who speaks of this server. */
  readonly serverTerms: readonly string[];
}

interface Posting {
  /** The tool's place in the segment. */
  readonly at: number;
  readonly weight: number;
}

export function createSegment(server: string, tools: readonly CatalogueTool[]): Segment {
  const termsOf = createTermReader();
  const indexed = tools.map((tool) => indexTool(tool, termsOf));
  const postings = new Map<string, Posting[]>();
  for (const [at, { terms }] of indexed.entries()) {
    for (const [term, { weight }] of terms) {
      const known = postings.get(term);
      if (known) known.push({ at, weight });
      else postings.set(term, [{ at, weight }]);
    }
  }
  return {
    tools: indexed,
    postings,
    termsByRoot: Map.groupBy(postings.keys(), rootOf),
    termsByInitial: Map.groupBy(postings.keys(), (term) => term.slice(0, 1)),
    serverTerms: splitWords(server)
      .filter((word) => word !== "mcp" && word !== "server")
      .map(stem),
  };
}
