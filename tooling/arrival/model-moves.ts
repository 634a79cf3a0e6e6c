/**
 * The next tool call of a model that wants to call one tool, and what it sees of that tool.
 *
 * A tool that is not among the definitions is looked for with the agent's own search (claude, droid, qwen), then with
 * `find_tools` of Tenon's endpoint, which an agent may hide behind its search as well.
 */

import type { ModelRequest, OfferedTool } from "@tenon/testkit/model";

import type { LentTool } from "./lent-tool.ts";

export interface Move {
  /** No move is made twice for one prompt. */
  readonly id: string;
  readonly tool: OfferedTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** It calls the wanted tool, and not a search. */
  readonly isCall: boolean;
}

type Arguments = Move["arguments"];

export function nextMove(request: ModelRequest, tool: LentTool, made: ReadonlySet<string>): Move | undefined {
  const offered = offeredTool(request, tool);
  if (offered) return { id: "call", tool: offered, arguments: {}, isCall: true };
  const hidden = hiddenTool(request, tool);
  if (hidden !== undefined) {
    const move = callHidden(request, hidden, {});
    if (move) return { ...move, isCall: true };
  }
  const search = searchFor(request, tool.word, made);
  if (search) return search;
  const found = foundTool(request, tool);
  if (found !== undefined) {
    const move = invoke(request, "call_tool", { name: found, arguments: {} }, made);
    return move && { ...move, isCall: move.id.startsWith("call_tool") };
  }
  return invoke(request, "find_tools", { query: tool.word }, made);
}

/** Waits on for a call whose answer so far is a handle, once for each such answer. */
export function waitingMove(request: ModelRequest, made: ReadonlySet<string>): Move | undefined {
  const texts = [...stringsIn(request.messages)].join("\n");
  const answers = [...texts.matchAll(/wait_for_call with the handle \\?"([^"\\]+)/g)];
  const handle = answers.at(-1)?.[1];
  return handle === undefined ? undefined : invoke(request, "wait_for_call", { handle }, made, `${answers.length}`);
}

export function offeredTool({ tools }: ModelRequest, { word }: LentTool): OfferedTool | undefined {
  return tools.find(({ description }) => description?.includes(word));
}

/** Its name in the result of the agent's own search. */
export function hiddenTool(request: ModelRequest, { word }: LentTool): string | undefined {
  const definition = new RegExp(`"name":\\s*"([^"]+)",\\s*"description":\\s*"[^"]*${word}`);
  for (const text of stringsIn(request.messages)) {
    const name = definition.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Its name in the result of `find_tools`, which some agents give the model as JSON. */
function foundTool(request: ModelRequest, { word }: LentTool): string | undefined {
  for (const text of stringsIn(request.messages)) {
    const name =
      /\d+ found\./.test(text) && new RegExp(`^(\\S+): .*${word}`, "m").exec(text.replaceAll("\\n", "\n"))?.[1];
    if (typeof name === "string") return name;
  }
  return undefined;
}

/** Calls a tool of Tenon's endpoint under the name that the agent gave it, or searches for that name. */
function invoke(
  request: ModelRequest,
  name: string,
  args: Arguments,
  made: ReadonlySet<string>,
  turn = "",
): Move | undefined {
  const id = `${name} ${turn}`.trimEnd();
  if (made.has(id)) return undefined;
  const offered = request.tools.find((tool) => tool.name.endsWith(name));
  if (offered) return { id, tool: offered, arguments: args, isCall: false };
  const texts = [...stringsIn(request.messages)].join("\n");
  const [, hidden] = new RegExp(`"name":\\s*"([^"]*${name})"`).exec(texts) ?? [];
  const move = hidden === undefined ? undefined : callHidden(request, hidden, args);
  return move ? { ...move, id } : searchFor(request, name, made);
}

function callHidden({ tools }: ModelRequest, name: string, args: Arguments): Move | undefined {
  const caller = tools.find((tool) => tool.name === "tool_call");
  return caller && { id: "tool_call", tool: caller, arguments: { name, arguments: args }, isCall: false };
}

function searchFor({ tools }: ModelRequest, query: string, made: ReadonlySet<string>): Move | undefined {
  const search = tools.find(({ name }) => /^tool_?search$/i.test(name));
  const id = `search ${query}`;
  if (!search || made.has(id)) return undefined;
  const takesMost = JSON.stringify(search.schema).includes('"max_results"');
  return { id, tool: search, arguments: { query, ...(takesMost && { max_results: 5 }) }, isCall: false };
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner);
  }
}
