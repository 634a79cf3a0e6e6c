/**
 * Reads from the messages where a turn stands: what was asked, and what has been done for each part of it.
 *
 * The number of the part is in the id of each call, so that the messages are all there is to remember.
 */

import { fileURLToPath } from "node:url";

import type { Message, MessagePart, ToolCall, ToolResult } from "../model.ts";
import { COMMAND_ENDED, NOTES_HEADING } from "../agent-texts.ts";
import { splitRequest } from "./split-request.ts";

export interface TurnSoFar {
  readonly requests: readonly string[];
  /** In the order of the calls. */
  readonly done: readonly DoneCall[];
  /** The conversation was shortened during this turn, so what has been done is unknown. */
  readonly isForgotten: boolean;
}

export interface DoneCall {
  /** The index of its request; undefined for the call of another model. */
  readonly part: number | undefined;
  readonly call: ToolCall | undefined;
  readonly result: ToolResult;
}

export function readTurn(messages: readonly Message[]): TurnSoFar {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const asked = messages[at];
  const parts = asked?.role === "user" ? asked.parts : [];
  const since = messages.slice(at + 1);
  const calls = since.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  const done = since
    .flatMap((message) => (message.role === "tool" ? message.results : []))
    .map((result): DoneCall => {
      const call = calls.find((part) => part.type === "tool-call" && part.id === result.toolCallId);
      return { part: partOf(result.toolCallId), call: call?.type === "tool-call" ? call : undefined, result };
    });
  return {
    requests: splitRequest(parts.map(askedBy).join(" ")),
    done,
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

/** A file that is pointed at is named; the text of one that is attached is no request. */
function askedBy(part: MessagePart): string {
  if (part.type === "link") return part.uri.startsWith("file://") ? `"${pathOf(part.uri)}"` : part.uri;
  return part.type === "text" && !part.text.startsWith("Attached: ") && !part.text.startsWith(COMMAND_ENDED)
    ? part.text
    : "";
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri; // of another machine, or not well formed
  }
}
