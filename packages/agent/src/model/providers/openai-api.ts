/**
 * OpenAI's Responses. Nothing is stored at the provider: the whole conversation is sent each time, thoughts sealed.
 */

import { openaiDialect } from "../schema/dialects.ts";
import { callIdsOf, media, type ModelApi } from "./model-api.ts";

export const openaiApi: ModelApi = {
  dialect: openaiDialect,
  image: media(20, "image/png", "image/jpeg", "image/gif", "image/webp"),
  audio: media(0),
  document: media(20, "application/pdf"),
  inResults: { image: true, audio: false, document: true },
  thoughts: "all",
  callIds: callIdsOf(""),

  async load({ name, key = "", baseUrl, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey: key, ...(baseUrl && { baseURL: baseUrl }), ...(fetch && { fetch }) }).responses(name);
  },

  options: ({ cacheKey, showsThoughts }) => ({
    openai: { store: false, promptCacheKey: cacheKey, reasoningSummary: showsThoughts ? "auto" : null },
  }),
};
