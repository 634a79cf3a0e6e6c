/**
 * Reads from the messages where a turn stands: what was asked, and what has been done for each part of it.
 *
 * The messages are all there is to remember: the number of the part is in the id of each call, and what a question asked for
 * follows from the messages before it.
 */

import { fileURLToPath } from "node:url";

import { COMMAND_ENDED, NOTES_HEADING } from "../agent-texts.ts";
import type { Message, MessagePart, ToolResult } from "../model.ts";
import { findValues, withoutQuotes } from "./find-values.ts";

export interface Asked {
  readonly text: string;
  /** Answers to our questions. */
  readonly given: Readonly<Record<string, string>>;
  /** The path that the prompt mentions last before this request. */
  readonly lastPath?: string | undefined;
}

/** What we asked for, and the requests that wait for it. */
export interface Question {
  readonly name: string;
  readonly requests: readonly Asked[];
}

export interface Turn {
  readonly requests: readonly Asked[];
  readonly done: readonly { readonly part: number | undefined; readonly result: ToolResult }[];
  /** The conversation was shortened during this turn, so what has been done is unknown. */
  readonly isForgotten: boolean;
}

/** `questionAfter` says what we asked for after these messages, if this can be the reply. */
export function readTurn(
  messages: readonly Message[],
  questionAfter: (messages: readonly Message[], reply: string) => Question | undefined,
): Turn {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const parts = messages[at]?.role === "user" ? messages[at].parts : [];
  const prompt = parts.map(requestIn).join(" ").trim();
  const before = messages[at - 1];
  const last = before?.role === "assistant" ? before.parts.at(-1) : undefined;
  const isQuestion = last?.type === "text" && /[?？]$/.test(last.text);
  const question = isQuestion ? questionAfter(messages.slice(0, at - 1), prompt) : undefined;
  const results = messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? message.results : []));
  return {
    requests: (question && answered(question, prompt)) ?? splitRequests(prompt),
    done: results.map((result) => ({ part: numbersIn(result.toolCallId)?.part, result })),
    isForgotten: parts.some((part) => "text" in part && part.text.startsWith(NOTES_HEADING)),
  };
}

/** Unique in these messages, without a clock or a random number. */
export function callId(messages: readonly Message[], part: number): string {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  const numbers = calls.map((call) => (call.type === "tool-call" ? (numbersIn(call.id)?.call ?? 0) : 0));
  return `rehearsal-${Math.max(0, ...numbers) + 1}-${part + 1}`;
}

function numbersIn(id: string) {
  const [, call, part] = /^rehearsal-(\d+)-(\d+)$/.exec(id) ?? [];
  return part === undefined ? undefined : { call: Number(call), part: Number(part) - 1 };
}

/** The requests that waited; undefined if the prompt is no answer to the question. */
function answered({ name, requests: [first, ...others] }: Question, prompt: string): readonly Asked[] | undefined {
  // Escaped: the bundle is ASCII, and a raw string would keep the escape of another character.
  const answer = new RegExp(String.raw`^${name}\s*[=:\uFF1A]\s*(.+)$`, "is").exec(prompt)?.[1] ?? prompt;
  // A sentence is not the name of anything.
  const isSentence = !/^(?:text|content|message)$/.test(name) && answer.split(/\s+/).length > MAX_NAME_WORDS;
  if (!first || prompt === "" || isSentence || NO_ANSWER.test(prompt)) return undefined;
  const value = /^(["'“`])(.*)["'”`]$/s.exec(answer)?.[2] ?? answer;
  return [{ ...first, given: { ...first.given, [name]: value } }, ...others];
}

const NO_ANSWER = /^(?:cancel|stop|never ?mind|help|no)\b|^(?:取消|算了|帮助)|[?？]$/i;
const MAX_NAME_WORDS = 3;

/** By `then`, semicolons, lines, and `and` before a verb. Quoted text is left whole. */
function splitRequests(prompt: string): readonly Asked[] {
  const cuts = [...withoutQuotes(prompt).matchAll(SEPARATOR)].map(({ index, 0: cut }) => [index, index + cut.length]);
  const ends = [...cuts.map(([start]) => start), undefined];
  const texts = [0, ...cuts.map(([, end]) => end)].map((start, at) => prompt.slice(start, ends[at]).replace(ITEM, ""));
  const paths = texts.map((text) => findValues(text).find(({ kind }) => kind === "path")?.text);
  return texts
    .map((text, at) => ({ text: text.trim(), given: {}, lastPath: paths.slice(0, at).findLast(Boolean) }))
    .filter(({ text }) => text !== "" && !/[:：]$/.test(text));
}

const SEPARATOR =
  /\s*(?:;\s+|；\s*)|[,.]?\s+(?:and\s+)?then\b,?\s+|[,，。]?\s*(?:然后|接着|并且)\s*|\s*\n\s*(?![\w.-]+\s*[=:])|,?\s+and\s+(?=(?:read|add|append|list|run|delete|remove|create|search|show|rename|echo|tell)\b)/gi;
const ITEM = /^\s*(?:\d+(?:[.)]\s|[、．）])|[-*•]\s)\s*/;

/** A file that is pointed at is named; the text of one that is attached is no request. */
function requestIn(part: MessagePart): string {
  if (part.type === "link") return part.uri.startsWith("file:///") ? `"${fileURLToPath(part.uri)}"` : part.uri;
  const isRequest = part.type === "text" && !part.text.startsWith("Attached: ") && !part.text.startsWith(COMMAND_ENDED);
  return isRequest ? part.text : "";
}
