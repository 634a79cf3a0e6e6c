/**
 * Decides what to answer: each request of the prompt gets its tool and its calls, one after the other; when all are done,
 * or one of them cannot be, the answer is their results.
 */

import { FIND_TOOLS } from "@tenon/hub/offer";
import { fenced } from "@tenon/workspace";

import type { MessagePart, ModelRequest, ModelTool, ToolCall, ToolResult } from "../model.ts";
import { createChooser, findNamed, inCatalogue } from "./choose-tool.ts";
import { fillArguments } from "./fill-arguments.ts";
import { type Asked, type Plan, planOwn } from "./intents.ts";
import { type Language, TEXTS } from "./languages.ts";
import { excerpts, isNotesRequest } from "./notes.ts";
import { callId, type Question, readTurn, type Turn } from "./turn.ts";

export interface Answer {
  readonly text: string;
  readonly call?: ToolCall;
  readonly question?: Question;
}

export type DecideAnswer = (request: ModelRequest) => Answer;

// More is a text and not a list of requests, and its lines must not be taken for orders.
const MAX_REQUESTS = 8;
const MAX_RESULT_LENGTH = 600;
const MAX_QUOTED_REQUEST = 60;

export function openRehearsal(): DecideAnswer {
  const chooseTool = createChooser();

  function plan(asked: Asked, offered: readonly ModelTool[], done: readonly ToolResult[]): Plan | undefined {
    const tools = offered.filter(({ name }) => name !== FIND_TOOLS.name);
    const own = findNamed(asked.text, tools) ? undefined : planOwn(asked, tools, done);
    const choice = own ? undefined : (findNamed(asked.text, tools) ?? chooseTool(asked.text, tools));
    if (!choice) return own;
    const { args, missing } = fillArguments(choice.rest, choice.tool, asked.given);
    return missing === undefined ? { calls: [{ name: choice.tool.name, args }] } : { ask: missing };
  }

  function examples(language: Language, tools: readonly ModelTool[]): string {
    const isDoable = (text: string) => {
      const [asked] = readTurn([{ role: "user", parts: [{ type: "text", text }] }]).requests;
      const planned = asked && plan(asked, tools, []);
      return planned !== undefined && "calls" in planned;
    };
    return TEXTS[language].examples
      .filter(isDoable)
      .map((example) => `\n- \`${example}\``)
      .join("");
  }

  return (request) => {
    const { messages, tools } = request;
    if (isNotesRequest(request)) return { text: excerpts(messages) };
    const turn = readTurn(messages);
    const { language, requests } = turn;
    const texts = TEXTS[language];
    if (turn.isForgotten) return { text: texts.forgotten };
    if (requests.length > MAX_REQUESTS) return { text: texts.tooMany(requests.length, MAX_REQUESTS) };
    // Another model began this turn: which request its calls belong to is unknown.
    if (turn.done.some(({ part }) => part === undefined)) return finish(turn, []);
    const said: string[] = [];
    for (const [part, asked] of requests.entries()) {
      const made = turn.done.flatMap((each) => (each.part === part ? [each.result] : []));
      const done = made.filter(({ name }) => name !== FIND_TOOLS.name);
      const left = requests.slice(part + 1).map(({ text }) => `“${shorten(text)}”`);
      if (done.at(-1)?.isError) return finish(turn, left.length > 0 ? [texts.notDone(left.join(", "))] : []);
      const planned = plan(asked, tools, done);
      const canSearch = made.length === 0 && tools.some(({ name }) => name === FIND_TOOLS.name);
      const next =
        planned && "calls" in planned
          ? planned.calls[done.length]
          : planned || !canSearch
            ? undefined
            : { name: FIND_TOOLS.name, args: { query: asked.text } };
      if (next) return { text: "", call: { id: callId(messages, part), ...next } };
      if (!planned) said.push(texts.noneFits(shorten(asked.text)) + examples(language, tools));
      else if ("ask" in planned) {
        const question = { name: planned.ask, requests: requests.slice(part) };
        return { ...finish(turn, [...said, texts.questions[planned.ask] ?? texts.ask(planned.ask)]), question };
      } else if ("say" in planned)
        said.push(
          planned.say === "tools"
            ? listTools(tools, language)
            : planned.say === "who"
              ? texts.who + examples(language, tools)
              : texts.welcome,
        );
    }
    return finish(turn, said);
  };
}

function finish({ done, language, requests }: Turn, remarks: readonly string[]): Answer {
  const results = [...Map.groupBy(done, ({ part }) => part).values()]
    .flatMap((calls) => calls.at(-1) ?? [])
    .flatMap(({ result }) => (result.name === FIND_TOOLS.name ? [] : [resultText(result, language)]));
  const text = [...results, ...remarks].filter((each) => each !== "").join("\n\n");
  return { text: text !== "" ? text : requests.length === 0 ? TEXTS[language].who : TEXTS[language].done };
}

/** Clients read answers as Markdown, so several lines are fenced: they would run together otherwise. */
function resultText({ parts, isError }: ToolResult, language: Language): string {
  const texts = TEXTS[language];
  const text = parts.map(wordsOf).join("\n").trim().replace(HEADING, "");
  const short =
    text.length <= MAX_RESULT_LENGTH
      ? text
      : text.slice(0, MAX_RESULT_LENGTH) + texts.more(text.length - MAX_RESULT_LENGTH);
  const quoted = short.includes("\n") ? fenced(short) : short;
  if (!isError) return quoted;
  return [NOT_RUN.test(text) ? texts.notRun : texts.failed, quoted].join(short.includes("\n") ? "\n\n" : " ");
}

// How our own tools begin a result that went well.
const HEADING = /^(?:Exit code 0\.|[^\n]+, \d+ lines?[^\n]*)\n/;
// The agent's own texts for a call that was denied or cancelled.
const NOT_RUN = /^(?:The user (?:did not|could not|rejected|declined)|Not allowed|Cancelled)/i;

/** An image is in the card of its call. */
function wordsOf(part: MessagePart): string {
  if (part.type === "link") return part.text.includes(part.uri) ? part.text : `${part.text} (${part.uri})`;
  return "text" in part ? part.text : "";
}

function listTools(tools: readonly ModelTool[], language: Language): string {
  const groups = Map.groupBy(tools.map(inCatalogue), ({ server }) => server);
  const lines = [...groups].map(
    ([server, group]) => `- **${server || TEXTS[language].own}**: ${group.map(({ tool }) => tool).join(", ")}`,
  );
  return [TEXTS[language].tools(tools.length), "", ...lines].join("\n");
}

function shorten(text: string): string {
  return text.length <= MAX_QUOTED_REQUEST ? text : `${text.slice(0, MAX_QUOTED_REQUEST - 1)}…`;
}
