/**
 * What the user and the tools say, in the provider's own kinds of content.
 */

import type {
  LanguageModelV4FilePart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";

import type { MessagePart, ToolResult } from "../model.ts";
import type { MediaDesk } from "./media.ts";

type ContentPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

export function userParts(parts: readonly MessagePart[], desk: MediaDesk): ContentPart[] {
  return parts.flatMap((part): ContentPart[] => {
    const given = "data" in part ? desk.give(part) : part.text;
    if (typeof given !== "string") return [given];
    return given.trim() === "" ? [] : [{ type: "text", text: given }];
  });
}

export interface ResultOptions {
  readonly desk: MediaDesk;
  readonly idOf: (id: string) => string;
}

/** The results, and what they show that does not fit into a result here. */
export function resultParts(
  toolResults: readonly ToolResult[],
  { desk, idOf }: ResultOptions,
): { readonly results: LanguageModelV4ToolResultPart[]; readonly following: ContentPart[] } {
  const results: LanguageModelV4ToolResultPart[] = [];
  const following: ContentPart[] = [];
  for (const { toolCallId, name, parts, isError } of toolResults) {
    const words: string[] = [];
    const files: LanguageModelV4FilePart[] = [];
    for (const part of parts) {
      const given = "data" in part ? desk.give(part) : part.text;
      if (typeof given === "string") words.push(given);
      else if ("data" in part && desk.inResults[part.type]) files.push(given);
      else {
        words.push(`[The ${part.type} is in the next message.]`);
        following.push({ type: "text", text: `[From ${name}:]` }, given);
      }
    }
    const output = outputOf({ words, files, isError });
    results.push({ type: "tool-result", toolCallId: idOf(toolCallId), toolName: name, output });
  }
  return { results, following };
}

interface Output {
  readonly words: readonly string[];
  readonly files: readonly LanguageModelV4FilePart[];
  readonly isError: boolean;
}

function outputOf({ words, files, isError }: Output): LanguageModelV4ToolResultOutput {
  const text = words.filter((word) => word.trim() !== "").join("\n");
  if (files.length === 0) return { type: isError ? "error-text" : "text", value: text === "" ? "(no output)" : text };
  // One text, and always one: a provider that has results of text alone makes a result of each.
  const heading = isError ? "(The tool reported an error.)" : "";
  const whole = [heading, text === "" ? "(see below)" : text].filter((line) => line !== "").join("\n");
  return { type: "content", value: [{ type: "text", text: whole }, ...files] };
}
