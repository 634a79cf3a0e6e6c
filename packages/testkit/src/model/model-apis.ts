/**
 * The APIs that are spoken here, in the order in which they are asked whether a request is theirs.
 */

import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import type { ModelApi } from "./model-api.ts";
import type { ApiName } from "./model-request.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

// Anthropic before OpenAI: it recognises its own clients where both have the same path.
export const modelApis: readonly ModelApi[] = [anthropic, gemini, openaiChat, openaiResponses];

export function baseUrlsAt(url: string): Readonly<Record<ApiName, string>> {
  return {
    "openai-chat": url + openaiChat.basePath,
    "openai-responses": url + openaiResponses.basePath,
    anthropic: url + anthropic.basePath,
    gemini: url + gemini.basePath,
  };
}

export function environmentAt(url: string): Readonly<Record<string, string>> {
  return Object.fromEntries(modelApis.flatMap((api) => Object.entries(api.environment(url + api.basePath))));
}
