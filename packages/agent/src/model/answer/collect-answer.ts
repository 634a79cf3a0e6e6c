/**
 * The pieces of one answer, put together: events as they come, and the message for the history at the end.
 *
 * It is strict about the end. An answer that was not ended by the model is none, however much of it came.
 */

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from "@ai-sdk/provider";

import { type JsonObject, valueAt } from "@tenon/basis";

import { AnswerFault } from "../failure/answer-fault.ts";
import type { AssistantMessage, AssistantPart, ModelEvent } from "../model.ts";
import { sealedBy } from "../prompt/assistant-parts.ts";
import { mergeSeals } from "./merge-seals.ts";
import { readArguments } from "./read-arguments.ts";
import { readUsage } from "./read-usage.ts";

type FinishEvent = Extract<ModelEvent, { readonly type: "finish" }>;

export interface AnswerCollector {
  /** What to tell of this piece. Throws an `AnswerFault` when the piece says that the answer failed. */
  take(part: LanguageModelV4StreamPart): ModelEvent | undefined;
}

/** A part of the message while it grows. */
interface Growing {
  readonly type: "text" | "thought";
  text: string;
  seals: JsonObject;
}

export function createAnswerCollector(model: string): AnswerCollector {
  const parts: (Growing | (AssistantPart & { readonly type: "tool-call" }))[] = [];
  const open = new Map<string, Growing>();
  const ids = new Set<string>();
  /** Calls whose arguments are on their way, under both their ids. */
  const begun: { readonly given: string; readonly id: string }[] = [];

  function grow(type: Growing["type"], id: string, seals: JsonObject | undefined, text = ""): void {
    const key = `${type}:${id}`;
    let part = open.get(key);
    if (!part) {
      part = { type, text: "", seals: {} };
      parts.push(part);
      open.set(key, part);
    }
    part.text += text;
    part.seals = mergeSeals(part.seals, seals);
  }

  function newId(id: string): string {
    let unique = id === "" ? "call" : id;
    for (let count = 2; ids.has(unique); count += 1) unique = `${id === "" ? "call" : id}_${count}`;
    ids.add(unique);
    return unique;
  }

  /** Some servers give several calls one id: the first that was begun is the first to be whole. */
  function begunId(given: string): string | undefined {
    const index = begun.findIndex((call) => call.given === given);
    return index === -1 ? undefined : begun.splice(index, 1)[0]?.id;
  }

  function take(part: LanguageModelV4StreamPart): ModelEvent | undefined {
    switch (part.type) {
      case "text-start":
      case "reasoning-start": {
        const type = part.type === "text-start" ? "text" : "thought";
        // Some use one id for every block.
        open.delete(`${type}:${part.id}`);
        grow(type, part.id, part.providerMetadata);
        return undefined;
      }
      case "text-delta":
        grow("text", part.id, part.providerMetadata, part.delta);
        return part.delta === "" ? undefined : { type: "text-delta", text: part.delta };
      case "reasoning-delta":
        grow("thought", part.id, part.providerMetadata, part.delta);
        return part.delta === "" ? undefined : { type: "thought-delta", text: part.delta };
      case "text-end":
        grow("text", part.id, part.providerMetadata);
        return undefined;
      case "reasoning-end":
        grow("thought", part.id, part.providerMetadata);
        return undefined;
      case "tool-input-start": {
        if (part.providerExecuted) return undefined;
        const id = newId(part.id);
        begun.push({ given: part.id, id });
        return { type: "tool-call-start", id, name: part.toolName };
      }
      case "tool-call": {
        // Tools of the provider's own are not offered.
        if (part.providerExecuted) return undefined;
        const call = {
          type: "tool-call" as const,
          id: begunId(part.toolCallId) ?? newId(part.toolCallId),
          name: part.toolName,
          ...readArguments(part.input),
        };
        const seals = mergeSeals({}, part.providerMetadata);
        parts.push({ ...call, ...(hasSeals(seals) && { provider: sealedBy(model, seals) }) });
        return call;
      }
      case "error":
        throw new AnswerFault("reported", messageOf(part.error), { cause: part.error });
      case "finish":
        return finish(part);
      default:
        return undefined;
    }
  }

  function finish({
    finishReason,
    usage,
    providerMetadata,
  }: Extract<LanguageModelV4StreamPart, { readonly type: "finish" }>): FinishEvent {
    const reason = reasonOf(finishReason);
    if (reason === "failed") {
      const words = valueAt(providerMetadata, "google", "finishMessage");
      throw new AnswerFault(
        "interrupted",
        typeof words === "string" ? words : `it ended with ${finishReason.raw ?? "nothing"}`,
      );
    }
    // Cut off in the middle of its arguments, a call is no call.
    const isCut = reason === "length";
    const message = messageFrom(
      parts.filter((part) => !(isCut && part.type === "tool-call" && part.malformed !== undefined)),
    );
    const hasCalls = message.parts.some((part) => part.type === "tool-call");
    const hasWords = message.parts.some((part) => part.type === "text" && part.text.trim() !== "");
    if (reason === "stop" && !hasCalls && !hasWords) throw new AnswerFault("empty", "");
    const counted = readUsage(usage);
    return {
      type: "finish",
      reason: reason === "stop" && hasCalls ? "tool-calls" : reason,
      message,
      ...(counted && { usage: counted }),
    };
  }

  function messageFrom(kept: typeof parts): AssistantMessage {
    return {
      role: "assistant",
      parts: kept.flatMap((part): AssistantPart[] => {
        if (part.type === "tool-call") return [part];
        const { type, text, seals } = part;
        if (text === "" && !hasSeals(seals)) return [];
        // A thought without a seal is its model's all the same.
        const provider = hasSeals(seals) || type === "thought" ? { provider: sealedBy(model, seals) } : {};
        return [{ type, text, ...provider }];
      }),
    };
  }

  return { take };
}

function reasonOf({ unified, raw }: LanguageModelV4FinishReason): FinishEvent["reason"] | "failed" {
  switch (unified) {
    case "length":
      return "length";
    case "content-filter":
      return "refusal";
    case "stop":
    case "tool-calls":
      return "stop";
    case "error":
    case "interrupted":
      return "failed";
    case "other":
      // A reason that nobody knows is one; none at all is a stream that broke off.
      return raw === undefined ? "failed" : "stop";
  }
}

function hasSeals(seals: JsonObject): boolean {
  return Object.keys(seals).length > 0;
}

function messageOf(error: unknown): string {
  const message = valueAt(error, "message");
  if (typeof message === "string") return message;
  return error instanceof Error ? error.message : "";
}
