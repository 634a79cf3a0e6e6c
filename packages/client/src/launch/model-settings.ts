/**
 * What points an agent at a model on this machine instead of its own: with these, a home of its own and a key that opens
 * nothing, it can be tried without an account and without a price. Plain data, as presets are.
 */

import { join } from "node:path";

export interface ModelSettings {
  readonly environment: Readonly<Record<string, string>>;
  /** Added to the arguments of the preset. */
  readonly args?: readonly string[];
  /** The mode in which it asks the client before it does something, where its own asks a model or does not ask. */
  readonly askingMode?: string;
  /** Written before it starts: path and content. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ModelPlace {
  /** The folder that the agent takes for the user's. */
  readonly home: string;
  /** Where a server listens that speaks the APIs of OpenAI (below /v1), Anthropic and Google. */
  readonly url: string;
}

/** Undefined for an agent that cannot be pointed at another model, or of which that is not known. */
export function modelSettings(agent: string, place: ModelPlace): ModelSettings | undefined {
  return SETTINGS[agent]?.(place);
}

/** The variables by which programs find the user's folders, for a home that is not the user's. */
export function homeVariables(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "AppData", "Roaming"),
    LOCALAPPDATA: join(home, "AppData", "Local"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
}

const KEY = "fake-key";

/** With its first session it looks for a package of plugins, and the session waits for the network. */
const NO_REGISTRY = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };

const SETTINGS: Readonly<Record<string, (place: ModelPlace) => ModelSettings>> = {
  claude: ({ home, url }) => ({
    environment: {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
  codex: ({ home, url }) => ({
    askingMode: "read-only",
    environment: { CODEX_HOME: join(home, ".codex"), OPENAI_API_KEY: KEY },
    files: {
      [join(home, ".codex", "config.toml")]: `
        model = "gpt-5"
        model_provider = "scripted"
        [model_providers.scripted]
        name = "Scripted"
        base_url = "${url}/v1"
        env_key = "OPENAI_API_KEY"
        wire_api = "responses"
      `,
    },
  }),
  copilot: ({ url }) => ({
    environment: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: "scripted",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    },
  }),
  droid: ({ home, url }) => ({
    args: ["--model", "custom:scripted"],
    environment: {
      FACTORY_API_KEY: KEY,
      FACTORY_HOME_OVERRIDE: home,
      // It asks its vendor about the account before anything else.
      FACTORY_AIRGAP_ENABLED: "true",
      FACTORY_DISABLE_KEYRING: "true",
      FACTORY_DROID_AUTO_UPDATE_ENABLED: "false",
      DROID_DISABLE_AUTO_UPDATE: "true",
    },
    files: {
      [join(home, ".factory", "settings.json")]: JSON.stringify({
        customModels: [
          {
            model: "scripted",
            displayName: "scripted",
            provider: "generic-chat-completion-api",
            baseUrl: `${url}/v1`,
            apiKey: KEY,
          },
        ],
      }),
    },
  }),
  gemini: ({ home, url }) => ({
    // With the model "auto" it asks another model, in JSON, which model to ask.
    args: ["-m", "gemini-2.5-pro"],
    environment: {
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_HOME: home,
      // In a folder it does not trust it drops the session's servers, and "always allow" fails the call.
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    },
    files: {
      [join(home, ".gemini", "settings.json")]: JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
  goose: ({ home, url }) => ({
    askingMode: "approve",
    environment: {
      GOOSE_PATH_ROOT: join(home, ".goose"),
      GOOSE_PROVIDER: "openai",
      GOOSE_MODEL: "gpt-4o",
      GOOSE_DISABLE_KEYRING: "1",
      GOOSE_TELEMETRY_ENABLED: "false",
      OPENAI_HOST: url,
      OPENAI_API_KEY: KEY,
    },
  }),
  kilo: ({ home, url }) => ({
    environment: {
      KILO_CONFIG: join(home, "kilo.json"),
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
      KILO_DISABLE_SESSION_INGEST: "1",
      ...NO_REGISTRY,
    },
    files: { [join(home, "kilo.json")]: compatibleProvider(url) },
  }),
  kimi: ({ home, url }) => ({
    environment: {
      KIMI_CODE_HOME: join(home, ".kimi-code"),
      KIMI_CODE_NO_AUTO_UPDATE: "1",
      KIMI_MODEL_NAME: "scripted",
      KIMI_MODEL_API_KEY: KEY,
      KIMI_MODEL_PROVIDER_TYPE: "openai",
      KIMI_MODEL_BASE_URL: `${url}/v1`,
    },
  }),
  opencode: ({ home, url }) => ({
    environment: {
      OPENCODE_CONFIG: join(home, "opencode.json"),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      ...NO_REGISTRY,
    },
    files: { [join(home, "opencode.json")]: compatibleProvider(url) },
  }),
  pi: ({ home, url }) => {
    const folder = join(home, ".pi", "agent");
    const model = { id: "scripted", input: ["text", "image"], contextWindow: 128_000 };
    const scripted = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: KEY, models: [model] };
    return {
      environment: { PI_CODING_AGENT_DIR: folder, PI_OFFLINE: "1" },
      files: {
        [join(folder, "models.json")]: JSON.stringify({ providers: { scripted } }),
        [join(folder, "settings.json")]: JSON.stringify({ defaultProvider: "scripted", defaultModel: "scripted" }),
      },
    };
  },
  qwen: ({ url }) => ({
    askingMode: "default",
    environment: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "scripted" },
  }),
};

/** The configuration of OpenCode and of Kilo, which comes from it. */
function compatibleProvider(url: string): string {
  const abilities = { tool_call: true, attachment: true, modalities: { input: ["text", "image"], output: ["text"] } };
  return JSON.stringify({
    share: "disabled",
    // It asks nothing by default.
    permission: { edit: "ask", bash: "ask" },
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${url}/v1`, apiKey: KEY },
        models: { scripted: { ...abilities, limit: { context: 128_000, output: 8_000 } } },
      },
    },
  });
}
