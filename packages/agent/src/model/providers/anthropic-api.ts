/**
 * Anthropic's messages.
 */

import { anthropicDialect } from "../schema/dialects.ts";
import { callIdsOf, media, type CachedRequest, type ModelApi } from "./model-api.ts";

export const anthropicApi: ModelApi = {
  dialect: anthropicDialect,
  // 5 MB of base64.
  image: media(3.75, "image/png", "image/jpeg", "image/gif", "image/webp"),
  audio: media(0),
  document: media(20, "application/pdf"),
  inResults: { image: true, audio: false, document: true },
  thoughts: "all",
  callIds: callIdsOf(""),

  async load({ name, key = "", baseUrl, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey: key, ...(baseUrl && { baseURL: baseUrl }), ...(fetch && { fetch }) })(name);
  },

  // The start of a call is reported at once either way. This is about the pieces of its arguments, which are not shown:
  // sent as they are written, the provider has not checked that they are JSON.
  options: () => ({ anthropic: { toolStreaming: false } }),

  markForCache,
};

const KEEP = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** The tools, the system prompt, and the two newest messages that are not the model's: four are the most. */
function markForCache({ prompt, tools }: CachedRequest): CachedRequest {
  const system = prompt.findLastIndex(({ role }) => role === "system");
  const newest = prompt.flatMap(({ role }, index) => (role === "user" || role === "tool" ? [index] : [])).slice(-2);
  const marked = new Set([system, ...newest]);
  return {
    prompt: prompt.map((message, index) => (marked.has(index) ? { ...message, providerOptions: KEEP } : message)),
    tools: tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, providerOptions: KEEP } : tool)),
  };
}
