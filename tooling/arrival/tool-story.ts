/**
 * What the stand-in model does: it calls the tool that a prompt asks for, by any way that the agent gives a model to call it.
 * A tool that is not among the definitions is looked for with the agent's own search, or with that of Tenon's endpoint.
 */

import { text, toolCall, type AnswerFunction, type ModelRequest, type OfferedTool } from "@tenon/testkit/model";

import { lastWish } from "../real-agents/model-story.ts";
import type { LentTool } from "./lent-tool.ts";

export interface ToolStory {
  readonly script: AnswerFunction;
  /** How the model has seen a tool so far. */
  seen(tool: LentTool): ToolSighting;
  /** The prompt that makes the model call it; each call asks anew. */
  promptFor(tool: LentTool): string;
}

export interface ToolSighting {
  /** Named before the model searched for it. */
  isNamed: boolean;
  /** With its description, so that it can be called. */
  isDefined: boolean;
}

/** A search of an agent, or of Tenon's endpoint under any prefix. */
const SEARCH = /^tool_?search$|(?:^|_|-)search_tools$/i;
/** Calls a tool by the name that a search gave. */
const CALLER = /^tool_call$|(?:^|_|-)call_tool$/;
/** Tools that an agent hides, and that find others. */
const HIDDEN_WAYS = ["search_tools", "call_tool"];

export function toolStory(tools: readonly LentTool[]): ToolStory {
  const sightings = new Map(tools.map((tool) => [tool, { isNamed: false, isDefined: false }]));
  const searches = new Map<string, Set<string>>();
  const finished = new Set<string>();
  let prompts = 0;

  return {
    script,
    seen: (tool) => sightings.get(tool) ?? { isNamed: false, isDefined: false },
    promptFor: ({ key }) => `Please [[call ${key} ${(prompts += 1)}]]`,
  };

  function script(request: ModelRequest) {
    const wish = lastWish(request);
    const tool = tools.find(({ key }) => wish?.split(" ")[1] === key);
    // Requests without tools are for titles and summaries.
    if (wish === undefined || !tool || request.tools.length === 0 || finished.has(wish)) return text("That is all.");
    const searched = searches.get(wish) ?? new Set();
    searches.set(wish, searched);
    note(tool, request, searched.size > 0);
    const call = finalCall(request, tool);
    if (call) {
      finished.add(wish);
      return call;
    }
    const search = nextSearch(request, tool, searched);
    if (search) return search;
    finished.add(wish);
    return text("There is no such tool.");
  }

  function note(tool: LentTool, request: ModelRequest, hasSearched: boolean): void {
    const sighting = sightings.get(tool);
    if (!sighting) return;
    const mentions = request.rawBody.includes(tool.word) || request.rawBody.includes(tool.name);
    if (mentions && !hasSearched) sighting.isNamed = true;
    if (offered(request, tool) || nameInText(request, tool.word) !== undefined) sighting.isDefined = true;
  }
}

function finalCall(request: ModelRequest, tool: LentTool) {
  const direct = offered(request, tool);
  if (direct) return toolCall(direct);
  const name = nameInText(request, tool.word);
  if (name === undefined) return undefined;
  const callers = request.tools.filter(({ name }) => CALLER.test(name));
  const caller =
    callers.find(({ name: caller }) => (caller === "tool_call") === !/__call_tool$/.test(name)) ?? callers[0];
  return caller && toolCall(caller, { name, arguments: {} });
}

/** One search after the other, each once for a prompt. */
function nextSearch(request: ModelRequest, { word }: LentTool, searched: Set<string>) {
  for (const search of request.tools.filter(({ name }) => SEARCH.test(name))) {
    for (const query of /search_tools$/.test(search.name) ? [word] : [word, ...HIDDEN_WAYS]) {
      const id = `${search.name} ${query}`;
      if (searched.has(id)) continue;
      searched.add(id);
      return toolCall(search, { query, ...(hasProperty(search, "max_results") && { max_results: 5 }) });
    }
  }
  return undefined;
}

function offered({ tools }: ModelRequest, { word }: LentTool): OfferedTool | undefined {
  return tools.find(({ description }) => description?.includes(word));
}

/** The name that stands before a description in the result of a search. */
function nameInText({ messages }: ModelRequest, word: string): string | undefined {
  for (const text of stringsIn(messages)) {
    if (!text.includes(word)) continue;
    const before = text.slice(0, text.indexOf(word));
    const name = [...before.matchAll(/"name":\s*"([^"]+)"/g)].at(-1)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner);
}

function hasProperty({ schema }: OfferedTool, name: string): boolean {
  return JSON.stringify(schema ?? {}).includes(`"${name}"`);
}
