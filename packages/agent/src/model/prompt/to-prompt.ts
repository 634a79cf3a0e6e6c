/**
 * A history as one provider takes it, whichever model made it: thoughts and seals only for the model that they are from, ids that
 * are valid and unique, no empty texts, never two messages of one role in a row, results right behind their calls.
 */

import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

import type { AssistantMessage, Message } from "../model.ts";
import type { ModelApi } from "../providers/model-api.ts";
import { assistantParts } from "./assistant-parts.ts";
import { createCallIds } from "./call-ids.ts";
import { withoutToolParts } from "./without-tool-parts.ts";
import type { MediaDesk } from "./media.ts";
import { resultParts, userParts } from "./parts.ts";

export interface PromptOptions {
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** As the user names it. */
  readonly model: string;
  readonly api: ModelApi;
  readonly desk: MediaDesk;
  /** Calls in a history that offers no tools are written as text: some providers refuse them otherwise. */
  readonly hasTools: boolean;
}

export function toPrompt(options: PromptOptions): LanguageModelV4Prompt {
  const { system, api, model, desk, hasTools } = options;
  const messages = hasTools ? options.messages : withoutToolParts(options.messages);
  const lastRequest = messages.findLastIndex(({ role }) => role === "user");
  const ids = createCallIds(api.callIds);
  const prompt: LanguageModelV4Message[] = [];
  for (const [index, message] of messages.entries()) {
    switch (message.role) {
      case "user":
        add(prompt, { role: "user", content: userParts(message.parts, desk) });
        break;
      case "assistant": {
        const keepsThoughts = api.thoughts === "all" || index > lastRequest;
        ids.begin(callsIn(message));
        add(prompt, { role: "assistant", content: assistantParts(message, { model, keepsThoughts, idOf: ids.idOf }) });
        break;
      }
      case "tool": {
        const { results, following } = resultParts(message.results, { desk, idOf: ids.idOf });
        add(prompt, { role: "tool", content: results });
        add(prompt, { role: "user", content: following });
        break;
      }
    }
  }
  // Both come from histories that were not made by a turn of ours.
  if (prompt[0]?.role !== "user") prompt.unshift(userText("(The conversation began earlier.)"));
  if (prompt.at(-1)?.role === "assistant") prompt.push(userText("Continue."));
  const instructions = system.filter((text) => text.trim() !== "");
  return [...instructions.map((content) => ({ role: "system" as const, content })), ...prompt];
}

function callsIn({ parts }: AssistantMessage): readonly string[] {
  return parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
}

/** Joined with the message before it if that is of the same role. */
function add(prompt: LanguageModelV4Message[], message: Exclude<LanguageModelV4Message, { role: "system" }>): void {
  if (message.content.length === 0) return;
  const last = prompt.at(-1);
  if (last?.role === "user" && message.role === "user") last.content.push(...message.content);
  else if (last?.role === "assistant" && message.role === "assistant") last.content.push(...message.content);
  else if (last?.role === "tool" && message.role === "tool") last.content.push(...message.content);
  else prompt.push(message);
}

function userText(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}
