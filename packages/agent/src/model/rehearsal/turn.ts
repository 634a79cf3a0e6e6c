/**
 * Reads from the messages where a turn stands: what was asked, and what has been done for each part of it.
 *
 * The messages are all there is to remember: the number of the part is in the id of each call, and an open question is in
 * the part of the message that asks it.
 */

import { fileURLToPath } from "node:url";

import { isObject, isString } from "@tenon/basis";

import { COMMAND_ENDED, NOTES_HEADING } from "../agent-texts.ts";
import type { Message, MessagePart, ToolResult } from "../model.ts";
import { changeUnquoted, findValues, withoutQuotes } from "./find-values.ts";
import type { Asked } from "./intents.ts";
import { type Language, languageOf, toEnglish } from "./languages.ts";

export interface Turn {
  readonly language: Language;
  readonly requests: readonly Asked[];
  readonly done: readonly { readonly part: number | undefined; readonly result: ToolResult }[];
  /** The conversation was shortened during this turn, so what has been done is unknown. */
  readonly isForgotten: boolean;
}

/** What we asked for, and the requests that wait for it. */
export interface Question {
  readonly name: string;
  readonly requests: readonly Asked[];
}

export function readTurn(messages: readonly Message[]): Turn {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const parts = messages[at]?.role === "user" ? messages[at].parts : [];
  const prompt = parts.map(requestIn).join(" ").trim();
  const requests = answered(questionIn(messages[at - 1]), prompt) ?? split(prompt, languageOf(prompt));
  const since = messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? message.results : []));
  return {
    language: requests[0]?.language ?? languageOf(prompt),
    requests,
    done: since.map((result) => ({ part: partOf(result.toolCallId), result })),
    isForgotten: parts.some((part) => "text" in part && part.text.startsWith(NOTES_HEADING)),
  };
}

/** Unique in these messages, without a clock or a random number. */
export function callId(messages: readonly Message[], part: number): string {
  const numbers = messages
    .flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .map((each) => (each.type === "tool-call" ? Number(OWN_ID.exec(each.id)?.[1] ?? 0) : 0));
  return `rehearsal-${Math.max(0, ...numbers) + 1}-${part + 1}`;
}

const OWN_ID = /^rehearsal-(\d+)-(\d+)$/;

function partOf(id: string): number | undefined {
  const part = OWN_ID.exec(id)?.[2];
  return part === undefined ? undefined : Number(part) - 1;
}

function questionIn(message: Message | undefined): Question | undefined {
  const parts = message?.role === "assistant" ? message.parts : [];
  return parts.map(({ provider }) => provider?.["rehearsal"]).find(isQuestion);
}

function isQuestion(value: unknown): value is Question {
  return isObject(value) && isString(value["name"]) && Array.isArray(value["requests"]);
}

/** The requests that waited; undefined if the prompt is no answer to the question. */
function answered(question: Question | undefined, prompt: string): readonly Asked[] | undefined {
  const [first, ...others] = question?.requests ?? [];
  if (!question || !first || prompt === "" || NO_ANSWER.test(prompt)) return undefined;
  const answer = new RegExp(String.raw`^${question.name}\s*[=:]\s*(.+)$`, "is").exec(prompt)?.[1] ?? prompt;
  const isText = question.name === "text" || question.name === "content";
  // A sentence is not the name of anything.
  if (!isText && toEnglish(answer).split(/\s+/).length > MAX_NAME_WORDS) return undefined;
  const value = /^(["'“`])(.*)["'”`]$/s.exec(answer)?.[2] ?? answer;
  return [{ ...first, given: { ...first.given, [question.name]: value } }, ...others];
}

const NO_ANSWER = /^(?:cancel|stop|never ?mind|help|no)\b|^(?:取消|算了|帮助)/i;
const MAX_NAME_WORDS = 3;

/** By `then`, semicolons, lines, and `and` before a verb. Quoted text is left whole. */
function split(prompt: string, language: Language): readonly Asked[] {
  const text = toEnglish(prompt);
  const cuts = [...withoutQuotes(text).matchAll(SEPARATOR)];
  let lastPath: string | undefined;
  return [...cuts, undefined]
    .map((cut, at) =>
      text.slice(at === 0 ? 0 : (cuts[at - 1]?.index ?? 0) + (cuts[at - 1]?.[0].length ?? 0), cut?.index),
    )
    .map((request) => changeUnquoted(request.replace(ITEM, ""), (plain) => plain.replaceAll(ADDITION, ADDED)).trim())
    .filter((request) => request !== "" && !request.endsWith(":"))
    .map((request) => {
      const asked = { text: request, language, given: {}, lastPath };
      lastPath = findValues(request).find(({ kind }) => kind === "path")?.text ?? lastPath;
      return asked;
    });
}

const SEPARATOR =
  /\s*;\s+|[,.]?\s+(?:and\s+)?then\b,?\s+|\s*\n\s*(?![\w.-]+\s*[=:])|,?\s+and\s+(?=(?:read|add|append|list|run|delete|remove|create|search|show|rename|echo|tell)\b)/gi;
const ADDITION = /(-?\d+)\s*(?:\+|\bplus\b)\s*(-?\d+)|\badd (-?\d+) (?:and|to) (-?\d+)/gi;
const ADDED = "the sum of $1$3 and $2$4";
const ITEM = /^\s*(?:\d+[.)]|[-*•])\s+/;

/** A file that is pointed at is named; the text of one that is attached is no request. */
function requestIn(part: MessagePart): string {
  if (part.type === "link")
    return part.uri.startsWith("file://") && URL.canParse(part.uri) ? `"${pathOf(part.uri)}"` : part.uri;
  return part.type === "text" && !part.text.startsWith("Attached: ") && !part.text.startsWith(COMMAND_ENDED)
    ? part.text
    : "";
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri; // of another machine
  }
}
