/**
 * The providers that need no package but ours. Every model in these lists is known to the provider's package, and every
 * default one has a known price.
 */

import { anthropicApi } from "./anthropic-api.ts";
import { chatApi } from "./chat-api.ts";
import { googleApi } from "./google-api.ts";
import { openaiApi } from "./openai-api.ts";
import type { Provider } from "./provider.ts";

const anthropic: Provider = {
  id: "anthropic",
  name: "Anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  needsKey: true,
  baseUrl: {
    variables: ["ANTHROPIC_BASE_URL"],
    usual: "https://api.anthropic.com",
    version: { usual: "v1", known: /\/v1$/ },
  },
  defaultModel: "claude-sonnet-5",
  models: [
    { name: "claude-opus-5-5", title: "Claude Opus 5.5" },
    { name: "claude-sonnet-5-5", title: "Claude Sonnet 5.5" },
    { name: "claude-sonnet-5", title: "Claude Sonnet 5" },
    { name: "claude-haiku-5-5", title: "Claude Haiku 5.5" },
  ],
  prices: "anthropic",
  api: () => anthropicApi,
};

const openai: Provider = {
  id: "openai",
  name: "OpenAI",
  keyVariables: ["OPENAI_API_KEY"],
  needsKey: true,
  // Its tools take this one as it is, with its /v1.
  baseUrl: { variables: ["OPENAI_BASE_URL"], usual: "https://api.openai.com/v1" },
  defaultModel: "gpt-6-sol",
  models: [
    { name: "gpt-6-astra", title: "GPT-6 Astra" },
    { name: "gpt-6-sol", title: "GPT-6 Sol" },
    { name: "gpt-6-luna", title: "GPT-6 Luna" },
    { name: "gpt-5.4-mini", title: "GPT-5.4 mini" },
  ],
  prices: "openai",
  api: () => openaiApi,
};

const google: Provider = {
  id: "google",
  name: "Google",
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  needsKey: true,
  baseUrl: {
    variables: ["GOOGLE_GEMINI_BASE_URL"],
    usual: "https://generativelanguage.googleapis.com",
    version: { usual: "v1beta", known: /\/v1(alpha|beta)?$/ },
  },
  defaultModel: "gemini-3.8-flash",
  models: [
    { name: "gemini-3.1-pro-preview", title: "Gemini 3.1 Pro" },
    { name: "gemini-3.8-flash", title: "Gemini 3.8 Flash" },
    { name: "gemini-3.5-flash-lite", title: "Gemini 3.5 Flash Lite" },
  ],
  prices: "google",
  api: () => googleApi,
};

/** In the order in which one of them is the default if several are set up. */
export const providers: readonly Provider[] = [
  anthropic,
  openai,
  google,
  compatible({
    id: "openrouter",
    name: "OpenRouter",
    usual: "https://openrouter.ai/api/v1",
    variables: ["OPENROUTER_BASE_URL"],
    keyVariables: ["OPENROUTER_API_KEY"],
    needsKey: true,
    prices: "openrouter",
  }),
  local("ollama", "Ollama", "http://127.0.0.1:11434/v1"),
  local("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1"),
  local("vllm", "vLLM", "http://127.0.0.1:8000/v1"),
  local("llamacpp", "llama.cpp", "http://127.0.0.1:8080/v1"),
];

/** Whatever else speaks the chat API. Its own variables count first; else those of OpenAI, both of them. */
export function openaiCompatible(env: Readonly<Record<string, string | undefined>>): Provider {
  // A key never goes to a server that it was not set for.
  const isOpenai = !env["OPENAI_COMPATIBLE_BASE_URL"] && env["OPENAI_BASE_URL"];
  const own = isOpenai ? "OPENAI" : "OPENAI_COMPATIBLE";
  return compatible({
    id: "openai-compatible",
    name: "The server at OPENAI_COMPATIBLE_BASE_URL",
    variables: [`${own}_BASE_URL`],
    keyVariables: [`${own}_API_KEY`],
    needsKey: false,
  });
}

function local(id: string, name: string, usual: string): Provider {
  const prefix = id.toUpperCase();
  return compatible({
    id,
    name,
    usual,
    variables: [`${prefix}_BASE_URL`],
    keyVariables: [`${prefix}_API_KEY`],
    needsKey: false,
  });
}

function compatible(options: {
  readonly id: string;
  readonly name: string;
  readonly usual?: string;
  readonly variables: readonly string[];
  readonly keyVariables: readonly string[];
  readonly needsKey: boolean;
  readonly prices?: string;
}): Provider {
  const { usual, variables, ...rest } = options;
  return {
    ...rest,
    baseUrl: { variables, ...(usual && { usual }) },
    models: [],
    api: (model) => chatApi(options.id, model),
  };
}
