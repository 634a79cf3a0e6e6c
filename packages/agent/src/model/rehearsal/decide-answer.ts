/**
 * Decides what to answer: one part of the prompt after the other gets its tool and its call, and when all are done, or
 * one of them cannot be, the results are told.
 */

import { createToolIndex, FIND_TOOLS } from "@tenon/hub/offer";

import type { ModelRequest, ModelTool } from "../model.ts";
import { createChooser } from "./choose/choose-tool.ts";
import { exampleRequests, exampleValue } from "./example-requests.ts";
import { fillArguments, type FilledArguments } from "./fill/fill-arguments.ts";
import type { Answer } from "./stream-answer.ts";
import { isNotesRequest, sumUp } from "./sum-up.ts";
import { tellResult } from "./tell-result.ts";
import { callId, type DoneCall, readTurn, type TurnSoFar } from "./turn-so-far.ts";

export type DecideAnswer = (request: ModelRequest) => Answer;

const READ_FILE = "read_file";
const EDIT_FILE = "edit_file";
// More than this is no list of requests but a text, and its lines must not be taken for orders.
const MOST_REQUESTS = 8;

export function openRehearsal(): DecideAnswer {
  const chooseTool = createChooser(createToolIndex());

  return (request) => {
    const { messages } = request;
    if (isNotesRequest(request)) return { text: sumUp(messages) };
    const turn = readTurn(messages);
    if (turn.isForgotten) return { text: FORGOTTEN };
    if (turn.requests.length > MOST_REQUESTS) return { text: tooMany(turn) };
    // Another model began this turn: its calls answer nobody knows which part.
    if (turn.done.some(({ part }) => part === undefined)) return { text: turn.done.map(tellResult).join("\n\n") };
    const unfit: string[] = [];
    for (const [part, asked] of turn.requests.entries()) {
      const done = turn.done.filter((each) => each.part === part);
      const last = done.at(-1);
      if (last && isOver(last, done, request)) {
        if (!last.result.isError) continue;
        return finish(turn, [remark(turn, part)]);
      }
      const answer = answerPart(asked, part, done);
      if (answer === "unfit") unfit.push(asked);
      else if ("call" in answer) return answer;
      else return finish(turn, [answer.text, remark(turn, part)]);
    }
    return finish(
      turn,
      unfit.map((asked) => noneFits(asked, turn)),
    );

    function answerPart(asked: string, part: number, done: readonly DoneCall[]): Answer | "unfit" {
      const { tools } = request;
      const call = (name: string, args: Readonly<Record<string, unknown>>, thought: string) => ({
        thought,
        text: `I will call ${name}.`,
        call: { id: callId(messages, part), name, args },
      });
      const last = done.at(-1);
      // A file must be read before it is edited. One that would be written over is not: nobody has looked at it.
      if (last?.result.isError) {
        return call(
          READ_FILE,
          { path: last.call?.args["path"] },
          `${last.result.name} wants the file to be read first.`,
        );
      }
      const choice = chooseTool(
        asked,
        tools.filter(({ name }) => name !== FIND_TOOLS.name),
      );
      if (!choice) {
        const canSearch = tools.some(({ name }) => name === FIND_TOOLS.name) && done.length === 0;
        return canSearch
          ? call(FIND_TOOLS.name, { query: asked }, "None of the tools here fits; there are more.")
          : "unfit";
      }
      const filled = fillArguments(choice.rest, choice.tool);
      if (filled.missing.length > 0) return { text: sayMissing(choice.tool, filled, asked) };
      return call(choice.tool.name, filled.args, choice.why);
    }

    function noneFits(asked: string, turn: TurnSoFar): string {
      const tools = request.tools.filter(({ name }) => name !== FIND_TOOLS.name);
      if (turn.requests.length > 1) return `None of the ${tools.length} tools here fits “${shorten(asked)}”.`;
      const examples = exampleRequests(tools).map((example) => `\n- ${example}`);
      return [
        `I am the rehearsal model: I understand no language, I can only call tools, and none of the ${tools.length} here fits this request.`,
        examples.length > 0 ? ` You could say, for example:${examples.join("")}` : "",
      ].join("");
    }
  };
}

/** Whether nothing more is to be done for a part after this call. */
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
  const told = [...Map.groupBy(done, ({ part }) => part).values()]
    .flatMap((calls) => calls.at(-1) ?? [])
    .filter(({ result }) => result.name !== FIND_TOOLS.name)
    .map(tellResult);
  const text = [...told, ...remarks].filter((told) => told !== "").join("\n\n");
  return { text: text === "" ? EMPTY : text };
}

/** What is left undone when a part cannot be done: what follows it may need it. */
function remark({ requests }: TurnSoFar, part: number): string {
  const left = requests.slice(part + 1).map((request) => `“${shorten(request)}”`);
  return left.length > 0 ? `So I did not go on with ${left.join(", ")}.` : "";
}

function tooMany({ requests }: TurnSoFar): string {
  return (
    `I am the rehearsal model, and read this as ${requests.length} requests; I take ${MOST_REQUESTS} at once, so I did nothing. ` +
    "What is not a request can be put between quotation marks or after a colon."
  );
}

function sayMissing(tool: ModelTool, { missing }: FilledArguments, asked: string): string {
  const names = missing.map(({ name }) => name).join(", ");
  const how = missing.map((property) => `${property.name}=${exampleValue(property)}`).join(" ");
  const pointing = /\b(?:it|that|them|the (?:result|output|answer))\b/i.test(asked)
    ? " I cannot carry over what an earlier step gave."
    : "";
  return `${tool.name} fits this request, but it needs ${names}.${pointing} Say it as ${how}.`;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

const EMPTY = "I am the rehearsal model: I can only call tools, and this asks for nothing.";
const FORGOTTEN =
  "The conversation was shortened during this turn, and the rehearsal model no longer knows what it has done of it. Please ask again for what is missing.";
