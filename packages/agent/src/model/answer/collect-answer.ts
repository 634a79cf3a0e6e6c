/**
 * The pieces of one answer, put together: events as they come, and the message for the history at the end.
 *
 * It is strict about the end. An answer that was not ended by the model is none, however much of it came.
 */

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

import { defined, valueAt } from "@tenon/basis";

import { AnswerFault } from "../failure/answer-fault.ts";
import type { ModelEvent, Usage } from "../model.ts";
import { createAnswerParts } from "./answer-parts.ts";
import { readArguments } from "./read-arguments.ts";

type FinishEvent = Extract<ModelEvent, { readonly type: "finish" }>;

export interface AnswerCollector {
  /** The events that this piece leads to. Throws an `AnswerFault` when the piece says that the answer failed. */
  take(part: LanguageModelV4StreamPart): ModelEvent | undefined;
}

export function createAnswerCollector(model: string): AnswerCollector {
  const parts = createAnswerParts(model);
  const ids = createCallIds();
  return { take };

  function take(part: LanguageModelV4StreamPart): ModelEvent | undefined {
    switch (part.type) {
      case "text-start":
        parts.begin("text", part.id, part.providerMetadata);
        return undefined;
      case "reasoning-start":
        parts.begin("thought", part.id, part.providerMetadata);
        return undefined;
      case "text-delta":
        parts.grow("text", part.id, part.providerMetadata, part.delta);
        return part.delta === "" ? undefined : { type: "text-delta", text: part.delta };
      case "reasoning-delta":
        parts.grow("thought", part.id, part.providerMetadata, part.delta);
        return part.delta === "" ? undefined : { type: "thought-delta", text: part.delta };
      case "text-end":
        parts.grow("text", part.id, part.providerMetadata);
        return undefined;
      case "reasoning-end":
        parts.grow("thought", part.id, part.providerMetadata);
        return undefined;
      case "tool-input-start":
        // Tools that the provider runs itself are not offered.
        if (part.providerExecuted) return undefined;
        return { type: "tool-call-start", id: ids.begin(part.id), name: part.toolName };
      case "tool-call": {
        if (part.providerExecuted) return undefined;
        const call = { id: ids.complete(part.toolCallId), name: part.toolName, ...readArguments(part.input) };
        parts.addCall(call, part.providerMetadata);
        return { type: "tool-call", ...call };
      }
      case "error":
        throw new AnswerFault("reported", messageOf(part.error), { cause: part.error });
      case "finish":
        return finish(part, parts);
      default:
        return undefined;
    }
  }
}

function finish(
  part: Extract<LanguageModelV4StreamPart, { readonly type: "finish" }>,
  parts: ReturnType<typeof createAnswerParts>,
): FinishEvent {
  const { finishReason, providerMetadata } = part;
  const reason = reasonOf(finishReason);
  if (reason === "failed") {
    const words = valueAt(providerMetadata, "google", "finishMessage");
    throw new AnswerFault(
      "interrupted",
      typeof words === "string" ? words : `it ended with ${finishReason.raw ?? "nothing"}`,
    );
  }
  const message = parts.message({ isCut: reason === "length" });
  const hasCalls = message.parts.some(({ type }) => type === "tool-call");
  const hasWords = message.parts.some((each) => each.type === "text" && each.text.trim() !== "");
  if (reason === "stop" && !hasCalls && !hasWords) throw new AnswerFault("empty", "");
  const usage = readUsage(part.usage);
  return {
    type: "finish",
    reason: reason === "stop" && hasCalls ? "tool-calls" : reason,
    message,
    ...defined({ usage }),
  };
}

/** Ids of calls, unique in the answer: some servers give several calls one id, or none. */
function createCallIds() {
  const ids = new Set<string>();
  /** Calls whose arguments are on their way, under both their ids. */
  const begun: { readonly given: string; readonly id: string }[] = [];

  function unique(given: string): string {
    const base = given === "" ? "call" : given;
    let id = base;
    for (let count = 2; ids.has(id); count += 1) id = `${base}_${count}`;
    ids.add(id);
    return id;
  }

  return {
    begin(given: string): string {
      const id = unique(given);
      begun.push({ given, id });
      return id;
    },
    /** The first that was begun is the first to be whole. */
    complete(given: string): string {
      const index = begun.findIndex((call) => call.given === given);
      return (index === -1 ? undefined : begun.splice(index, 1)[0]?.id) ?? unique(given);
    },
  };
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
      // An unknown reason is still one; none at all is a stream that broke off.
      return raw === undefined ? "failed" : "stop";
  }
}

function messageOf(error: unknown): string {
  const message = valueAt(error, "message");
  if (typeof message === "string") return message;
  return error instanceof Error ? error.message : "";
}

/** Undefined if the provider reported none. */
function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const usage = {
    ...counted("input", inputTokens.total),
    ...counted("output", outputTokens.total),
    ...counted("thought", outputTokens.reasoning),
    ...counted("cachedRead", inputTokens.cacheRead),
    ...counted("cachedWrite", inputTokens.cacheWrite),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** The SDK writes 0 for what a provider did not say. */
function counted(name: keyof Usage, tokens: number | undefined): Usage {
  return tokens === undefined || tokens === 0 ? {} : { [name]: tokens };
}
