/**
 * A session's messages, one line for each: when, from whom, how large, and what it is. For finding out who sent what.
 */

import { formatDuration, isObject, objectOf } from "@tenon/basis";
import type { JournalRecord } from "@tenon/journal";
import { createWireMessageReader, type WireMessage } from "@tenon/timeline";

import { printableLine } from "../../terminal/printable.ts";

// The client is on the left, the agent on the right.
const ARROWS = { client: "→", agent: "←", tenon: "·" } as const;

/** Give it all records in order: a response says what it answers only if its request was seen. */
export function createWireLines(): (record: JournalRecord) => string {
  const read = createWireMessageReader();
  return (record) => {
    const seq = String(record.seq).padStart(6);
    const size = String(Buffer.byteLength(record.text)).padStart(9);
    const line = printableLine(describe(read(record), record.text));
    return `${seq}  ${timeOfDay(record.at)} ${size}  ${ARROWS[record.from]} ${line}`;
  };
}

function describe(wire: WireMessage, text: string): string {
  const { kind, message, method = "?" } = wire;
  if (kind === "event") return isObject(message) ? method : `no message: ${text.slice(0, 200)}`;
  if (wire.server === undefined) return describeMessage(wire);
  return `mcp ${wire.way === "sent" ? "to" : "from"} ${wire.server}: ${describeMessage(wire)}`;
}

function describeMessage({ kind, message, method = "", id = "?", afterMs }: WireMessage): string {
  const fields = objectOf(message);
  if (kind === "notification") return `${method} ${updateIn(fields["params"])}`.trim();
  const subject = `${method} #${id}`.trim();
  if (kind === "request") return subject;
  const after = afterMs === undefined ? "" : ` after ${formatDuration(afterMs)}`;
  return [`${subject} ${kind === "error" ? "failed" : "answered"}${after}`, resultOf(fields)]
    .filter(Boolean)
    .join(": ");
}

/** Of a `session/update`, which one. */
function updateIn(params: unknown): string {
  const { sessionUpdate } = objectOf(objectOf(params)["update"]);
  return typeof sessionUpdate === "string" ? sessionUpdate : "";
}

/** What most people look for in a response. */
function resultOf({ error, result }: Readonly<Record<string, unknown>>): string {
  if (isObject(error)) return `${plain(error["code"])} ${plain(error["message"])}`;
  const { stopReason, outcome } = objectOf(result);
  const { optionId, outcome: kind } = objectOf(outcome);
  return [stopReason, optionId ?? kind].filter(Boolean).map(plain).join(" ");
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "?");
}

function timeOfDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${parts.join(":")}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
