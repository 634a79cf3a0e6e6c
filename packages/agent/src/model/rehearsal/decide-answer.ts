/**
 * Decides what to answer: each request of the prompt gets its tool and its call, one after the other; when all are done, or
 * one of them cannot be, the answer is their results.
 */

import { createToolIndex, FIND_TOOLS } from "@tenon/hub/offer";

import type { ModelRequest, ModelTool } from "../model.ts";
import { type Choice, createChooser } from "./choose-tool.ts";
import { fillArguments } from "./fill-arguments.ts";
import { type Property, readProperties } from "./read-properties.ts";
import type { Answer } from "./stream-answer.ts";
import { isNotesRequest, sumUp } from "./sum-up.ts";
import { tellResult } from "./tell-result.ts";
import { callId, type DoneCall, readTurn, type TurnSoFar } from "./turn-so-far.ts";

export type DecideAnswer = (request: ModelRequest) => Answer;

type ChooseTool = (asked: string, tools: readonly ModelTool[]) => Choice | undefined;

const READ_FILE = "read_file";
const EDIT_FILE = "edit_file";
// More is a text and not a list of requests, and its lines must not be taken for orders.
const MAX_REQUESTS = 8;

export function openRehearsal(): DecideAnswer {
  const chooseTool = createChooser(createToolIndex());
  return (request) => {
    if (isNotesRequest(request)) return { text: sumUp(request.messages) };
    const turn = readTurn(request.messages);
    if (turn.isForgotten) return { text: FORGOTTEN };
    if (turn.requests.length > MAX_REQUESTS) return { text: tooMany(turn) };
    // Another model began this turn: which request its calls belong to is unknown.
    if (turn.done.some(({ part }) => part === undefined)) return { text: turn.done.map(tellResult).join("\n\n") };
    return answerTurn(turn, request, chooseTool);
  };
}

function answerTurn(turn: TurnSoFar, request: ModelRequest, chooseTool: ChooseTool): Answer {
  const unfit: string[] = [];
  for (const [part, asked] of turn.requests.entries()) {
    const done = turn.done.filter((each) => each.part === part);
    const last = done.at(-1);
    if (last && isOver(last, done, request)) {
      if (!last.result.isError) continue;
      return finish(turn, [remark(turn, part)]);
    }
    const answer = answerPart({ asked, part, done }, request, chooseTool);
    if (answer === "unfit") unfit.push(asked);
    else if (answer.call) return answer;
    else return finish(turn, [answer.text, remark(turn, part)]);
  }
  return finish(
    turn,
    unfit.map((asked) => noneFits(asked, turn, request.tools)),
  );
}

function answerPart(
  { asked, part, done }: { readonly asked: string; readonly part: number; readonly done: readonly DoneCall[] },
  { messages, tools }: ModelRequest,
  chooseTool: ChooseTool,
): Answer | "unfit" {
  const call = (name: string, args: Readonly<Record<string, unknown>>, thought: string): Answer => ({
    thought,
    text: `I will call ${name}.`,
    call: { id: callId(messages, part), name, args },
  });
  const last = done.at(-1);
  // A file must be read before it is edited. One that would be overwritten is not: the user has not seen it.
  if (last?.result.isError) {
    return call(READ_FILE, { path: last.call?.args["path"] }, `${last.result.name} wants the file to be read first.`);
  }
  const choice = chooseTool(asked, tools.filter(isNotSearch));
  if (!choice) {
    const canSearch = tools.some((tool) => !isNotSearch(tool)) && done.length === 0;
    return canSearch
      ? call(FIND_TOOLS.name, { query: asked }, "None of the tools here fits; there are more.")
      : "unfit";
  }
  const { args, missing } = fillArguments(choice.rest, choice.tool);
  return missing.length > 0 ? { text: sayMissing(choice.tool, missing) } : call(choice.tool.name, args, choice.why);
}

/** Whether nothing more is to be done for a request after this call. */
function isOver({ result, call }: DoneCall, done: readonly DoneCall[], { tools }: ModelRequest): boolean {
  if (result.name === FIND_TOOLS.name) return false;
  const isRetry = done.some((each) => each.result.name !== FIND_TOOLS.name && each.result !== result);
  // The file was only read so that it could be edited.
  if (result.name === READ_FILE && !result.isError) return !isRetry;
  if (result.name !== EDIT_FILE || !result.isError || isRetry || typeof call?.args["path"] !== "string") return true;
  const asksToRead = result.parts.some((part) => "text" in part && part.text.includes(READ_FILE));
  return !(asksToRead && tools.some(({ name }) => name === READ_FILE));
}

function finish({ done }: TurnSoFar, remarks: readonly string[]): Answer {
  const results = [...Map.groupBy(done, ({ part }) => part).values()]
    .flatMap((calls) => calls.at(-1) ?? [])
    .filter(({ result }) => result.name !== FIND_TOOLS.name)
    .map(tellResult);
  const text = [...results, ...remarks].filter((each) => each !== "").join("\n\n");
  return { text: text === "" ? EMPTY : text };
}

/** The requests after one that failed are not done: they may need it. */
function remark({ requests }: TurnSoFar, part: number): string {
  const left = requests.slice(part + 1).map((request) => `“${shorten(request)}”`);
  return left.length > 0 ? `So I did not go on with ${left.join(", ")}.` : "";
}

function noneFits(asked: string, { requests }: TurnSoFar, offered: readonly ModelTool[]): string {
  const tools = offered.filter(isNotSearch);
  if (requests.length > 1) return `None of the ${tools.length} tools here fits “${shorten(asked)}”.`;
  const examples = tools.slice(0, 3).map((tool) => `\n- ${exampleRequest(tool)}`);
  return [
    `I am the rehearsal model: I understand no language, I can only call tools, and none of the ${tools.length} here fits this request.`,
    examples.length > 0 ? ` You could say, for example:${examples.join("")}` : "",
  ].join("");
}

function exampleRequest({ name, inputSchema }: ModelTool): string {
  const required = readProperties(inputSchema).filter(({ isRequired }) => isRequired);
  return [`use ${name}`, ...required.map(exampleArgument)].join(" ");
}

function sayMissing({ name }: ModelTool, missing: readonly Property[]): string {
  const names = missing.map((property) => property.name).join(", ");
  return `${name} fits this request, but it needs ${names}. Say it as ${missing.map(exampleArgument).join(" ")}.`;
}

function exampleArgument(property: Property): string {
  return `${property.name}=${JSON.stringify(exampleValue(property))}`;
}

function exampleValue({ kind, schema }: Property): unknown {
  if (kind === "number") return 1;
  if (kind === "boolean") return true;
  if (kind === "list") return ["…"];
  return kind === "choice" && Array.isArray(schema["enum"]) ? schema["enum"][0] : "…";
}

function tooMany({ requests }: TurnSoFar): string {
  return (
    `I am the rehearsal model, and read this as ${requests.length} requests; I take ${MAX_REQUESTS} at once, so I did nothing. ` +
    "What is not a request can be put between quotation marks or after a colon."
  );
}

function isNotSearch({ name }: ModelTool): boolean {
  return name !== FIND_TOOLS.name;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

const EMPTY = "I am the rehearsal model: I can only call tools, and this asks for nothing.";
const FORGOTTEN =
  "The conversation was shortened during this turn, and the rehearsal model no longer knows what it has done of it. Please ask again for what is missing.";
