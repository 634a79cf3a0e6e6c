/**
 * Google's Gemini API.
 */

import { geminiDialect } from "../schema/dialects.ts";
import { callIdsOf, media, type ModelApi } from "./model-api.ts";

export const googleApi: ModelApi = {
  dialect: geminiDialect,
  image: media(15, "image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"),
  audio: media(15, "audio/wav", "audio/mpeg", "audio/mp3", "audio/aiff", "audio/aac", "audio/ogg", "audio/flac"),
  inResults: { image: true, audio: false },
  thoughts: "all",
  callIds: callIdsOf(""),

  async load({ name, key = "", baseUrl, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey: key, ...(baseUrl && { baseURL: baseUrl }), ...(fetch && { fetch }) })(name);
  },

  options: ({ showsThoughts }) => (showsThoughts ? { google: { thinkingConfig: { includeThoughts: true } } } : {}),
};
