/**
 * Decides what to answer: each request of the prompt gets its tool and its calls, one after the other; when all are done,
 * or one of them cannot be, the answer is their results.
 */

import { objectOf } from "@tenon/basis";
import { FIND_TOOLS } from "@tenon/hub/offer";
import { fenced } from "@tenon/workspace";

import type { MessagePart, ModelRequest, ModelTool, ToolCall, ToolResult } from "../model.ts";
import { chooseTool, findNamed, inCatalogue } from "./choose-tool.ts";
import { fillArguments, kindsOf } from "./fill-arguments.ts";
import { type Plan, type PlannedCall, planIntent } from "./intents.ts";
import { excerpts, isNotesRequest } from "./notes.ts";
import { type Language, languageOf, TEXTS } from "./texts.ts";
import { type Asked, callId, type Question, readTurn, type Turn } from "./turn.ts";

export interface Answer {
  readonly text: string;
  readonly call?: ToolCall;
  /** What the text asks for. */
  readonly question?: Question;
}

// More is a text and not a list of requests, and its lines must not be taken for orders.
const MAX_REQUESTS = 8;
const MAX_RESULT_LENGTH = 600;
const MAX_QUOTED_REQUEST = 60;

export function decideAnswer(request: ModelRequest): Answer {
  const { messages, tools } = request;
  if (isNotesRequest(request)) return { text: excerpts(messages) };
  const turn = readTurn(messages, (before, reply) => {
    const isRequest = "calls" in (planIntent({ text: reply, given: {} }, tools, []) ?? {});
    return isRequest ? undefined : decideAnswer({ ...request, messages: before }).question;
  });
  const { requests, done } = turn;
  const language = languageOf(requests[0]?.text ?? "");
  const texts = TEXTS[language];
  const sentences: string[] = [];
  const answer = (...remarks: readonly string[]) => ({ text: summary(done, language, [...sentences, ...remarks]) });
  if (turn.isForgotten) return { text: texts.forgotten };
  if (requests.length > MAX_REQUESTS) return { text: texts.tooMany(requests.length, MAX_REQUESTS) };
  // Another model began this turn: which request its calls belong to is unknown.
  if (done.some(({ part }) => part === undefined)) return answer();
  for (const [part, asked] of requests.entries()) {
    const made = done.flatMap((each) => (each.part === part ? [each.result] : []));
    if (made.at(-1)?.isError) return part + 1 < requests.length ? answer(texts.stopped) : answer();
    const step = nextStep(asked, tools, made);
    if (step && "call" in step) return { text: "", call: { id: callId(messages, part), ...step.call } };
    if (step && "ask" in step) {
      const question = { name: step.ask, requests: requests.slice(part) };
      return { ...answer(texts.questions[step.ask] ?? texts.ask(step.ask)), question };
    }
    if (step) sentences.push(sentence(step.say, asked, tools));
  }
  return requests.length > 0 ? answer() : { text: sentence("who", { text: "", given: {} }, tools) };
}

type Sentence = Extract<Plan, { say: unknown }>["say"];
type Step = { readonly call: PlannedCall } | { readonly ask: string } | { readonly say: Sentence };

/** Undefined when all of it is done. */
function nextStep(asked: Asked, offered: readonly ModelTool[], made: readonly ToolResult[]): Step | undefined {
  const done = made.filter(({ name }) => name !== FIND_TOOLS.name);
  const planned = plan(asked, offered, done);
  if (!planned) {
    const canSearch = made.length === 0 && offered.some(({ name }) => name === FIND_TOOLS.name);
    return canSearch ? { call: { name: FIND_TOOLS.name, args: { query: asked.text } } } : { say: "noneFits" };
  }
  const call = "calls" in planned ? planned.calls[done.length] : undefined;
  return "calls" in planned ? call && { call } : planned;
}

function plan(asked: Asked, offered: readonly ModelTool[], done: readonly ToolResult[]): Plan | undefined {
  const tools = offered.filter(({ name }) => name !== FIND_TOOLS.name);
  const named = findNamed(asked.text, tools);
  const intent = named ? undefined : planIntent(asked, tools, done);
  const choice = intent ? undefined : (named ?? chooseTool(asked.text, tools));
  if (!choice) return intent;
  const { args, missing } = fillArguments(choice.rest, choice.tool, asked.given);
  if (missing === undefined) return { calls: [{ name: choice.tool.name, args }] };
  // An object is asked for only by its tool's name: people do not type JSON.
  const [kind] = kindsOf(missing, objectOf(objectOf(choice.tool.inputSchema["properties"])[missing]));
  return named || kind ? { ask: missing } : undefined;
}

function sentence(about: Sentence, asked: Asked, tools: readonly ModelTool[]): string {
  const texts = TEXTS[languageOf(asked.text)];
  if (about === "welcome") return texts.welcome;
  if (about === "tools") {
    const groups = Map.groupBy(tools.map(inCatalogue), ({ server }) => server);
    const lines = [...groups].map(([server, group]) => [server || texts.own, group.map(({ tool }) => tool).join(", ")]);
    return [texts.tools(tools.length), "", ...lines.map(([server, names]) => `- **${server}**: ${names}`)].join("\n");
  }
  // Only what can be done here: some clients and modes leave tools out.
  const doable = texts.suggestions.filter((text) => "calls" in (plan({ text, given: {} }, tools, []) ?? {}));
  const examples = doable.map((text) => `\n- \`${text}\``).join("");
  return (about === "who" ? texts.who : texts.noneFits(asked.text.slice(0, MAX_QUOTED_REQUEST))) + examples;
}

/** The last result of each request, and remarks. */
function summary(done: Turn["done"], language: Language, remarks: readonly string[]): string {
  const results = [...Map.groupBy(done, ({ part }) => part).values()]
    .flatMap((calls) => calls.at(-1) ?? [])
    .flatMap(({ result }) => (result.name === FIND_TOOLS.name ? [] : [resultText(result, TEXTS[language])]));
  const text = [...results, ...remarks].filter((each) => each !== "").join("\n\n");
  return text !== "" ? text : TEXTS[language].done;
}

/** Clients read answers as Markdown, so several lines are fenced: they would run together otherwise. */
function resultText({ parts, isError }: ToolResult, { failed, more }: (typeof TEXTS)[Language]): string {
  const text = parts.map(wordsOf).join("\n").trim().replace(HEADING, "");
  const excess = text.length - MAX_RESULT_LENGTH;
  const short = excess > 0 ? text.slice(0, MAX_RESULT_LENGTH) + more(excess) : text;
  const quoted = short.includes("\n") ? fenced(short) : short;
  return isError ? [failed, quoted].join(quoted === short ? " " : "\n\n") : quoted;
}

// How our own tools begin a result that went well.
const HEADING = /^(?:Exit code 0\.|[^\n]+, \d+ lines?[^\n]*)\n(?:\(No output\.\)$)?/;

/** An image is in the card of its call. */
function wordsOf(part: MessagePart): string {
  if (part.type === "link") return part.text.includes(part.uri) ? part.text : `${part.text} (${part.uri})`;
  return "text" in part ? part.text : "";
}
