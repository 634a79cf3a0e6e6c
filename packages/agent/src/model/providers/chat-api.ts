/**
 * Chat completions, as the many servers speak them that are compatible with OpenAI's first API.
 */

import { compatibleDialect } from "../schema/dialects.ts";
import { callIdsOf, media, type ModelApi } from "./model-api.ts";

export function chatApi(provider: string, model: string): ModelApi {
  return {
    dialect: compatibleDialect,
    image: media(20, "image/png", "image/jpeg", "image/gif", "image/webp"),
    audio: media(20, "audio/wav", "audio/mpeg", "audio/mp3"),
    document: media(0),
    inResults: { image: false, audio: false, document: false },
    // Their templates leave out older thoughts themselves, or refuse them.
    thoughts: "of this turn",
    callIds: callIdsOf(model),

    async load({ name, key, baseUrl = "", fetch }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: provider,
        baseURL: baseUrl,
        includeUsage: true,
        ...(key && { apiKey: key }),
        ...(fetch && { fetch }),
      })(name);
    },

    options: () => ({}),
  };
}
