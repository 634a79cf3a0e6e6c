/**
 * Which variables of our own environment a command inherits. A command runs what the model wrote, and prints what it
 * likes: keys are not its business.
 *
 * - Keys of model providers are never passed on.
 * - What is named like a secret, or holds a URL with a password, is passed on only if the user lists it in tenon.json.
 * - Everything else is.
 */

import { matchesGlob } from "@tenon/basis";

import { isSecretName } from "../redact/secret-names.ts";
import { words } from "../words.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Of all providers and agents that we know. */
const PROVIDER_VARIABLES: ReadonlySet<string> = new Set(
  words(`
    ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN OPENAI_API_KEY OPENAI_COMPATIBLE_API_KEY
    AZURE_OPENAI_API_KEY CODEX_API_KEY GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_GENERATIVE_AI_API_KEY OPENROUTER_API_KEY
    OLLAMA_API_KEY LMSTUDIO_API_KEY VLLM_API_KEY LLAMACPP_API_KEY MISTRAL_API_KEY DEEPSEEK_API_KEY GROQ_API_KEY
    XAI_API_KEY TOGETHER_API_KEY FIREWORKS_API_KEY CEREBRAS_API_KEY COHERE_API_KEY PERPLEXITY_API_KEY MOONSHOT_API_KEY
    KIMI_MODEL_API_KEY DASHSCOPE_API_KEY CURSOR_API_KEY FACTORY_API_KEY AWS_BEARER_TOKEN_BEDROCK HF_TOKEN
    HUGGINGFACE_API_KEY
  `),
);

/** Secrets whose names do not say so. */
const UNLIKELY_NAMES: ReadonlySet<string> = new Set(["PGPASSWORD", "DOCKER_AUTH_CONFIG", "SSHPASS", "SENTRY_DSN"]);

// The parts exclude what ends them, so that a long value is read once.
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/]*:[^\s@]+@/i;

/** Also of providers that we do not know: a pattern for everything does not mean them. */
const LIKE_PROVIDER_KEY = /(^|_)API_KEYS?(_\d+)?$/i;

/** `passed` are patterns of names, as the user lists them. */
export function isWithheldVariable(name: string, value: string | undefined, passed: readonly string[]): boolean {
  // To Windows, `openai_api_key` is the same variable.
  if (PROVIDER_VARIABLES.has(name.toUpperCase())) return true;
  const isSecret =
    isSecretName(name, "variable") ||
    UNLIKELY_NAMES.has(name.toUpperCase()) ||
    (value !== undefined && URL_WITH_PASSWORD.test(value) && !/_proxy$/i.test(name));
  const listed = LIKE_PROVIDER_KEY.test(name) ? passed.filter((pattern) => !/^\*+$/.test(pattern)) : passed;
  return isSecret && !listed.some((pattern) => matchesGlob(pattern, name));
}

export function commandVariables(environment: Environment, passed: readonly string[] = []): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => !isWithheldVariable(name, value, passed)),
  );
}
