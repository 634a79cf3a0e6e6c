/**
 * The earlier answers of the model itself. What its provider sealed goes back to the model that it is from, and to no other:
 * another one would refuse it.
 */

import type {
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";

import { isObject, type JsonObject } from "@tenon/basis";

import type { AssistantMessage, AssistantPart } from "../model.ts";

/** How it is kept in the history. */
export function sealedBy(model: string, data: JsonObject): JsonObject {
  return { model, data };
}

export interface AssistantOptions {
  readonly model: string;
  readonly keepsThoughts: boolean;
  readonly idOf: (id: string) => string;
}

type Part = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart;

export function assistantParts({ parts }: AssistantMessage, options: AssistantOptions): Part[] {
  const { model, keepsThoughts, idOf } = options;
  const made = parts.flatMap((part): Part[] => {
    const sealed = sealOf(part, model);
    const providerOptions = sealed && { providerOptions: sealed };
    switch (part.type) {
      case "text":
        return part.text === "" && !sealed ? [] : [{ type: "text", text: part.text, ...providerOptions }];
      case "thought":
        return keepsThoughts && isOwnThought(part, model)
          ? [{ type: "reasoning", text: part.text, ...providerOptions }]
          : [];
      case "tool-call":
        return [
          { type: "tool-call", toolCallId: idOf(part.id), toolName: part.name, input: part.args, ...providerOptions },
        ];
    }
  });
  // A thought that led to nothing: the answer was cut off. Providers refuse a message that ends so.
  return made.slice(0, made.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function isOwnThought(part: AssistantPart, model: string): boolean {
  return part.type === "thought" && part.provider?.["model"] === model;
}

function sealOf({ provider }: AssistantPart, model: string): SharedV4ProviderOptions | undefined {
  const data = provider?.["model"] === model ? provider["data"] : undefined;
  return isProviderOptions(data) && Object.keys(data).length > 0 ? data : undefined;
}

/** A history is JSON throughout, so that what is in the records is too. */
function isProviderOptions(data: unknown): data is SharedV4ProviderOptions {
  return isObject(data) && Object.values(data).every(isObject);
}
