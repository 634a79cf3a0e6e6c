/**
 * An answer as a whole: what it says, why it stops and what it costs. An API needs this before the first event, since
 * some report the usage at the beginning.
 */

import { isObject, type JsonObject, parseJson } from "@tenon/basis";

import type { AnswerPart, ContentPart, Usage } from "./script.ts";

export interface Reply {
  /** Neighbours of one kind are joined, as they are in an answer that is not streamed. */
  readonly content: readonly ContentPart[];
  readonly stop: "end" | "tool-calls" | "length" | "refusal";
  readonly usage: Required<Usage>;
}

export function replyOf(parts: readonly AnswerPart[], options: { readonly rawRequest: string }): Reply {
  const content = joined(parts.filter(isContent));
  const stop = parts.findLast((part) => part.type === "stop")?.reason;
  const usage = parts.findLast((part) => part.type === "usage")?.usage;
  const hasToolCalls = content.some((part) => part.type === "tool-call");
  return {
    content,
    stop: stop ?? (hasToolCalls ? "tool-calls" : "end"),
    usage: { cachedReadTokens: 0, cachedWriteTokens: 0, thoughtTokens: 0, ...(usage ?? estimate()) },
  };

  function estimate(): Usage {
    const thoughts = content.filter((part) => part.type === "thought");
    return {
      inputTokens: estimateTokens(options.rawRequest),
      outputTokens: estimateTokens(content.map(wholeOf).join("")),
      thoughtTokens: estimateTokens(thoughts.map(wholeOf).join("")),
    };
  }
}

function isContent(part: AnswerPart): part is ContentPart {
  return part.type === "text" || part.type === "thought" || part.type === "tool-call";
}

/** The text of a part, or its arguments, in the pieces in which it is streamed. */
export function piecesOf(part: ContentPart): readonly string[] {
  return part.type === "tool-call" ? part.fragments : part.chunks;
}

export function wholeOf(part: ContentPart): string {
  return piecesOf(part).join("");
}

/** The object in the JSON of a tool call's arguments; undefined if there is none. */
export function argumentsOf(part: ContentPart): JsonObject | undefined {
  const value = parseJson(wholeOf(part));
  return isObject(value) ? value : undefined;
}

/** Four characters a token: wrong, but never far off, and the same on every machine. */
export function estimateTokens(content: string): number {
  return Math.ceil(content.length / 4);
}

function joined(parts: readonly ContentPart[]): readonly ContentPart[] {
  const result: ContentPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.type !== "tool-call" && last?.type === part.type) {
      result[result.length - 1] = { type: part.type, chunks: [...last.chunks, ...part.chunks] };
    } else {
      result.push(part);
    }
  }
  return result;
}
