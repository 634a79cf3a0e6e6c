/**
 * Google's Gemini API.
 */

import { geminiDialect } from "../schema/dialects.ts";
import { failingWhereReported } from "./failing-where-reported.ts";
import { callIdsOf, media, type ModelApi } from "./model-api.ts";

export const googleApi: ModelApi = {
  dialect: geminiDialect,
  image: media(15, "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"),
  audio: media(15, "audio/wav", "audio/mpeg", "audio/mp3", "audio/aiff", "audio/aac", "audio/ogg", "audio/flac"),
  document: media(15, "application/pdf"),
  inResults: { image: true, audio: false, document: false },
  thoughts: "all",
  callIds: callIdsOf(""),

  async load({ name, key = "", baseUrl, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const settings = { apiKey: key, ...(baseUrl && { baseURL: baseUrl }), fetch: failingWhereReported(fetch) };
    return createGoogle(settings)(name);
  },

  options: ({ showsThoughts }) => (showsThoughts ? { google: { thinkingConfig: { includeThoughts: true } } } : {}),
};
