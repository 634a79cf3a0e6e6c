/**
 * Turns a tool into the terms under which it is found, each with a weight from the fields that it stands in.
 */

import type { CatalogueTool } from "../catalogue-tool.ts";
import { parametersOf } from "../schema-parameters.ts";
import { kindsOfParameter } from "./argument-kinds.ts";
import { type Action, actionsIn } from "./actions.ts";
import { commonWords } from "./common-words.ts";
import { chunksOf, splitWords } from "./split-words.ts";
import { stem } from "./stem.ts";

export type Field = "name" | "title" | "server" | "summary" | "description" | "parameters" | "values";

export interface IndexedTool {
  readonly tool: CatalogueTool;
  /** How much each term says of the tool: more in a name than in a description, and the second time less. */
  readonly terms: ReadonlyMap<string, { readonly weight: number; readonly fields: readonly Field[] }>;
  readonly actions: readonly Action[];
  readonly isDeprecated: boolean;
}

export interface IndexedServer {
  readonly tools: readonly IndexedTool[];
  /** What a person says who speaks of this server. */
  readonly terms: readonly string[];
}

const SATURATION = 1.2;

export function indexServer(name: string, tools: readonly CatalogueTool[]): IndexedServer {
  const termsOf = createTermReader();
  return {
    tools: tools.map((tool) => indexTool(tool, termsOf)),
    terms: splitWords(name)
      .filter((word) => word !== "mcp" && word !== "server")
      .map(stem),
  };
}

function indexTool(tool: CatalogueTool, termsOf: TermReader): IndexedTool {
  const parameters = parametersOf(tool.inputSchema);
  const { summary, rest } = readDescription(tool.description);
  const terms = new Map<string, { weight: number; fields: Field[] }>();
  const names = parameters.map(({ name }) => name);
  const descriptions = parameters.map(({ description }) => description);
  const values = parameters.flatMap((parameter) => parameter.values);
  for (const name of new Set([tool.name, tool.tool])) addTerm(calledTerm(name), 3, "name");
  addField("name", [tool.tool], { weight: 3, usual: 4 });
  for (const pair of pairsOf(termsOf(tool.tool))) addTerm(pair, 3, "name");
  addField("title", tool.title === tool.tool ? [] : [tool.title], { weight: 1.5, usual: 4 });
  addField("server", [tool.server], { weight: 1, usual: 2 });
  addField("summary", [summary], { weight: 1.5, usual: 12 });
  addField("description", rest, { weight: 0.6, usual: 40 });
  addField("parameters", names, { weight: 0.8, usual: 8 });
  addField("parameters", descriptions, { weight: 0.3, usual: 60 });
  addField("values", values, { weight: 0.5, usual: 10 });
  for (const parameter of parameters) {
    if (parameter.depth > 0) continue;
    for (const kind of kindsOfParameter(parameter)) addTerm(kind, parameter.isRequired ? 2 : 0.7, "parameters");
  }
  for (const term of terms.values()) term.weight = (term.weight * (SATURATION + 1)) / (term.weight + SATURATION);
  return {
    tool,
    terms,
    actions: actionsOf(termsOf(tool.tool), termsOf(summary)),
    isDeprecated: /\bdeprecated\b/i.test(tool.description),
  };

  /** In a field with more words than usual each word counts for less. */
  function addField(
    field: Field,
    texts: readonly string[],
    { weight, usual }: { weight: number; usual: number },
  ): void {
    const words = texts.flatMap(termsOf);
    const share = weight / (0.5 + 0.5 * Math.max(1, words.length / usual));
    for (const word of words) addTerm(word, share, field);
  }

  function addTerm(term: string, weight: number, field: Field): void {
    const known = terms.get(term) ?? { weight: 0, fields: [] };
    terms.set(term, known);
    known.weight += weight;
    if (!known.fields.includes(field)) known.fields.push(field);
  }
}

/** The term for a tool that is called by its name, the model's or the server's. No word has a space in it. */
export function calledTerm(name: string): string {
  return `called ${name.toLowerCase()}`;
}

/** What stands side by side: a pull request is neither a pull nor a request. */
function pairsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, at) => `${words[at]}+${word}`);
}

// They speak of other tools, or of what this one does not do.
const ELSEWHERE = /\b(?:do not|don't|never|instead|rather than|prefer|error responses?)\b/i;

/** The first sentence says what a tool does. */
function readDescription(description: string): { readonly summary: string; readonly rest: readonly string[] } {
  const [summary = "", ...rest] = description.split(/(?<=[.!?。])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
  return { summary, rest: rest.filter((sentence) => !ELSEWHERE.test(sentence)) };
}

/** Taken from the name or, if that has no verb, from the verb that the description begins with. */
function actionsOf(name: readonly string[], [verb = ""]: readonly string[]): readonly Action[] {
  const inName = actionsIn(name.map((term) => [term, 1]));
  return [...(inName.size > 0 ? inName : actionsIn([[verb, 1]])).keys()];
}

type TermReader = (text: string) => readonly string[];

/** Reads the stems of all words that say something. A reader remembers the words it has seen: the tools of one server say the same ones again and again. */
function createTermReader(): TermReader {
  const seen = new Map<string, readonly string[]>();
  return (text) =>
    chunksOf(text).flatMap((chunk) => {
      const terms = seen.get(chunk) ?? read(chunk);
      seen.set(chunk, terms);
      return terms;
    });
}

function read(chunk: string): readonly string[] {
  return splitWords(chunk, { joined: true })
    .filter((word) => !commonWords.has(word))
    .map(stem);
}
