/**
 * A session's messages, one line for each: when, from whom, how large, and what it is. For finding out who said what.
 */

import type { JournalRecord } from "@tenon/journal";

import { durationInWords } from "../../timeline-view/duration-in-words.ts";
import { harmlessLine } from "../../timeline-view/harmless.ts";

// The client is on the left, the agent on the right.
const ARROWS = { client: "→", agent: "←", tenon: "·" } as const;

/** Give it all records in order: a response says what it answers only if its request was seen. */
export function createWireLines(): (record: JournalRecord) => string {
  const asked = new Map<string, { readonly method: string; readonly at: number }>();

  return (record) => {
    const seq = String(record.seq).padStart(6);
    const size = String(Buffer.byteLength(record.text)).padStart(9);
    return `${seq}  ${timeOfDay(record.at)} ${size}  ${ARROWS[record.from]} ${harmlessLine(whatItIs(record))}`;
  };

  function whatItIs({ from, text, at }: JournalRecord): string {
    const message = fieldsOf(parsed(text));
    if (!message) return `no message: ${text.slice(0, 200)}`;
    if (from === "tenon") return inWords(message["type"]);
    const { id, method } = message;
    if (typeof method === "string") {
      if (id === undefined) return `${method} ${kindOf(message["params"])}`.trim();
      asked.set(keyOf(from, id), { method, at });
      return `${method} #${inWords(id)}`;
    }
    const key = keyOf(from === "client" ? "agent" : "client", id);
    const request = asked.get(key);
    asked.delete(key);
    const answer = `${request ? `${request.method} ` : ""}#${inWords(id)}`;
    const outcome = `${message["error"] === undefined ? "answered" : "failed"}${after(request, at)}`;
    return [`${answer} ${outcome}`, resultOf(message)].filter(Boolean).join(": ");
  }
}

function after(request: { readonly at: number } | undefined, at: number): string {
  return request ? ` after ${durationInWords(Math.max(0, at - request.at))}` : "";
}

/** Of a `session/update`, which one. */
function kindOf(params: unknown): string {
  const update = fieldsOf(fieldsOf(params)?.["update"]);
  return typeof update?.["sessionUpdate"] === "string" ? update["sessionUpdate"] : "";
}

/** What most people look for in a response. */
function resultOf(message: Readonly<Record<string, unknown>>): string {
  const error = fieldsOf(message["error"]);
  if (error) return `${inWords(error["code"])} ${inWords(error["message"])}`;
  const result = fieldsOf(message["result"]);
  const outcome = fieldsOf(result?.["outcome"]);
  return [result?.["stopReason"], outcome?.["optionId"] ?? outcome?.["outcome"]].filter(Boolean).map(inWords).join(" ");
}

function keyOf(asker: "client" | "agent", id: unknown): string {
  return `${asker} ${JSON.stringify(id)}`;
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "?");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function timeOfDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${parts.join(":")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
