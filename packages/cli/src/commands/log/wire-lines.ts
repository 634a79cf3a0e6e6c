/**
 * A session's messages, one line for each: when, from whom, how large, and what it is. For finding out who said what.
 */

import { formatDuration } from "@tenon/basis";
import type { JournalRecord } from "@tenon/journal";

import { printableLine } from "../../terminal/printable.ts";

// The client is on the left, the agent on the right.
const ARROWS = { client: "→", agent: "←", tenon: "·" } as const;

/** Give it all records in order: a response says what it answers only if its request was seen. */
export function createWireLines(): (record: JournalRecord) => string {
  const asked = new Map<string, { readonly method: string; readonly at: number }>();

  return (record) => {
    const seq = String(record.seq).padStart(6);
    const size = String(Buffer.byteLength(record.text)).padStart(9);
    return `${seq}  ${timeOfDay(record.at)} ${size}  ${ARROWS[record.from]} ${printableLine(whatItIs(record))}`;
  };

  function whatItIs({ from, text, at }: JournalRecord): string {
    const message = fieldsOf(parsed(text));
    if (!message) return `no message: ${text.slice(0, 200)}`;
    if (from !== "tenon") return inProtocol(message, { at, way: from, back: from === "client" ? "agent" : "client" });
    const inner = message["type"] === "mcp-message" ? fieldsOf(message["message"]) : undefined;
    if (!inner) return inWords(message["type"]);
    const [to, back] = [`to ${inWords(message["server"])}`, `from ${inWords(message["server"])}`];
    const ways = message["direction"] === "sent" ? { way: to, back } : { way: back, back: to };
    return `mcp ${ways.way}: ${inProtocol(inner, { at, ...ways })}`;
  }

  function inProtocol(message: Readonly<Record<string, unknown>>, { at, way, back }: Passage): string {
    const { id, method } = message;
    if (typeof method === "string") {
      if (id === undefined) return `${method} ${kindOf(message["params"])}`.trim();
      asked.set(keyOf(way, id), { method, at });
      return `${method} #${inWords(id)}`;
    }
    const key = keyOf(back, id);
    const request = asked.get(key);
    asked.delete(key);
    const answer = `${request ? `${request.method} ` : ""}#${inWords(id)}`;
    const outcome = `${message["error"] === undefined ? "answered" : "failed"}${after(request, at)}`;
    return [`${answer} ${outcome}`, resultOf(message)].filter(Boolean).join(": ");
  }
}

interface Passage {
  readonly at: number;
  /** On which way it goes, and on which one what it answers came. */
  readonly way: string;
  readonly back: string;
}

function after(request: { readonly at: number } | undefined, at: number): string {
  return request ? ` after ${formatDuration(Math.max(0, at - request.at))}` : "";
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

function keyOf(way: string, id: unknown): string {
  return `${way} ${JSON.stringify(id)}`;
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
