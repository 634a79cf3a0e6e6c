/**
 * Finds tools by their descriptions, in a person's words or a model's: BM25 over weighted fields, and what a lexicon
 * and the shape of the request add to it.
 *
 * An index is a value: putting a server in or taking one out gives another index, which shares all the rest. Equal
 * catalogues give equal answers, in whatever order their servers came.
 */

import type { CatalogueTool } from "../catalogue-tool.ts";
import { compiledLexicon } from "./compile-lexicon.ts";
import { fitTools } from "./fit-tools.ts";
import { type Field, type IndexedServer, type IndexedTool, indexServer } from "./index-tool.ts";
import { readQuery } from "./read-query.ts";
import { relatedTerms } from "./related-terms.ts";
import { createVocabulary, type Vocabulary, type WeighedWord } from "./vocabulary.ts";

export interface ToolIndex {
  /** By server and then as each server lists them. */
  readonly tools: readonly CatalogueTool[];
  replaceServer(name: string, tools: readonly CatalogueTool[]): ToolIndex;
  removeServer(name: string): ToolIndex;
  /** Best first. Only tools that have something of what is asked. */
  search(request: string, options?: SearchOptions): readonly FoundTool[];
}

export interface SearchOptions {
  readonly limit?: number;
  readonly accept?: (tool: CatalogueTool) => boolean;
}

export interface FoundTool {
  readonly tool: CatalogueTool;
  /** Only to be compared with the others of the same search. */
  readonly score: number;
  /** Why it was found. */
  readonly matches: readonly Match[];
}

export interface Match {
  /** In the request. */
  readonly phrase: string;
  /** What in the tool answers it: the stem of a word, or the kind of an argument. */
  readonly term: string;
  readonly fields: readonly Field[];
}

/** An empty index. */
export function createToolIndex(): ToolIndex {
  return createIndex(new Map());
}

function createIndex(servers: ReadonlyMap<string, IndexedServer>): ToolIndex {
  // By name, so that the order in which servers came leaves no trace.
  const sorted = [...servers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, server]) => server);
  const indexed = sorted.flatMap(({ tools }) => tools);
  let known: Vocabulary | undefined;

  return {
    tools: indexed.map(({ tool }) => tool),
    replaceServer: (name, tools) => createIndex(new Map([...servers, [name, indexServer(name, tools)]])),
    removeServer: (name) => createIndex(new Map([...servers].filter(([other]) => other !== name))),
    search(request, { limit = 10, accept = () => true } = {}) {
      const vocabulary = (known ??= createVocabulary(indexed));
      const reader = { lexicon: compiledLexicon(), vocabulary };
      const query = readQuery(request, reader);
      const words = query.asked.map((asked) => vocabulary.weigh({ ...asked, terms: relatedTerms(asked, reader) }));
      const scores = vocabulary.score(words);
      let first = 0;
      const fitted = sorted.flatMap((server) => {
        const own = scores.slice(first, (first += server.tools.length));
        return fitTools(server, own, query);
      });
      return fitted
        .filter(({ indexed }) => accept(indexed.tool))
        .toSorted((a, b) => b.score - a.score || (a.indexed.tool.name < b.indexed.tool.name ? -1 : 1))
        .slice(0, limit)
        .map(({ indexed, score }) => ({ tool: indexed.tool, score, matches: matchesOf(indexed, words) }));
    },
  };
}

function matchesOf({ terms }: IndexedTool, words: readonly WeighedWord[]): readonly Match[] {
  return words.flatMap(({ phrase, worths }) => {
    const values = worths.map(([term, worth]) => ({ term, value: worth * (terms.get(term)?.weight ?? 0) }));
    const best = values.reduce((a, b) => (b.value > a.value ? b : a), { term: "", value: 0 });
    return best.value === 0 ? [] : [{ phrase, term: best.term, fields: terms.get(best.term)?.fields ?? [] }];
  });
}
