/**
 * The agents that people really use, as data: which package, how to launch it, what points it at a model on this machine,
 * and how its model writes a file. What one of them gets wrong stands beside the line that copes with it.
 */

import { join } from "node:path";

import type { ModelServer } from "@tenon/testkit/model";

export interface RealAgent {
  readonly name: string;
  readonly packageName: string;
  /** Pinned: npm gives an older version than the newest where the machine's Node.js is too old for that. */
  readonly version: string;
  /** The name of its program in `node_modules/.bin`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Its package is not complete before its own script has run. */
  readonly needsInstallScript?: true;
  /** The mode in which it asks before it writes, where that is not the first one. */
  readonly mode?: string;
  /** It must not be offered the client's files. */
  readonly withoutFiles?: true;
  /** Checks that fail because of the agent, and why. */
  readonly knownFaults?: Readonly<Record<string, string>>;
  settings(place: Place): Settings;
  readonly write: WriteTool;
}

export interface Place {
  readonly home: string;
  readonly model: ModelServer;
}

export interface Settings {
  readonly environment: Readonly<Record<string, string>>;
  /** Written before it starts: path and content. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How its model calls for a file to be written. */
export interface WriteTool {
  readonly name: string;
  arguments(file: { readonly path: string; readonly content: string }): Readonly<Record<string, unknown>>;
}

const KEY = "fake-key";

const writesTo = (pathName: string, contentName = "content"): WriteTool["arguments"] => {
  return ({ path, content }) => ({ [pathName]: path, [contentName]: content });
};

export const realAgents: readonly RealAgent[] = [
  {
    name: "gemini",
    packageName: "@google/gemini-cli",
    version: "0.61.0",
    program: "gemini",
    // With the model "auto" it asks another model, in JSON, which model to ask.
    args: ["--acp", "-m", "gemini-2.5-pro"],
    // It takes any error of fs/read_text_file for a failure, so with the client's files it can create none.
    withoutFiles: true,
    knownFaults: { "session/load": "it does not find its own session again" },
    settings: ({ home, model }) => ({
      environment: {
        GEMINI_API_KEY: KEY,
        GOOGLE_GEMINI_BASE_URL: model.baseUrls.gemini,
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
    write: { name: "write_file", arguments: writesTo("file_path") },
  },
  {
    name: "opencode",
    packageName: "opencode-ai",
    version: "1.18.33",
    program: "opencode",
    args: ["acp"],
    needsInstallScript: true,
    settings: ({ home, model }) => ({
      environment: {
        OPENCODE_CONFIG: join(home, "opencode.json"),
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
      },
      files: {
        [join(home, "opencode.json")]: JSON.stringify({
          share: "disabled",
          // It asks nothing by default.
          permission: { edit: "ask", bash: "ask" },
          model: "scripted/scripted",
          small_model: "scripted/scripted",
          provider: {
            scripted: {
              npm: "@ai-sdk/openai-compatible",
              options: { baseURL: model.baseUrls["openai-chat"], apiKey: KEY },
              models: { scripted: { tool_call: true, limit: { context: 128_000, output: 8_000 } } },
            },
          },
        }),
      },
    }),
    write: { name: "write", arguments: writesTo("filePath") },
  },
  {
    name: "claude",
    packageName: "@agentclientprotocol/claude-agent-acp",
    version: "0.99.1",
    program: "claude-agent-acp",
    args: [],
    settings: ({ home, model }) => ({
      environment: {
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_BASE_URL: model.baseUrls.anthropic,
        CLAUDE_CONFIG_DIR: join(home, ".claude"),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    }),
    write: { name: "Write", arguments: writesTo("file_path") },
  },
  {
    name: "qwen",
    packageName: "@qwen-code/qwen-code",
    version: "0.24.4",
    program: "qwen",
    args: ["--acp"],
    // Its own mode is "auto", which writes without a question.
    mode: "default",
    knownFaults: { "server arrived": "the model is not told of tools before it searches for them" },
    settings: ({ model }) => ({
      environment: {
        OPENAI_API_KEY: KEY,
        OPENAI_BASE_URL: model.baseUrls["openai-chat"],
        OPENAI_MODEL: "scripted",
      },
    }),
    write: { name: "write_file", arguments: writesTo("file_path") },
  },
  {
    name: "codex",
    packageName: "@agentclientprotocol/codex-acp",
    version: "2.6.0",
    program: "codex-acp",
    args: [],
    // Its own mode is "agent", in which a model answers the questions.
    mode: "read-only",
    settings: ({ home, model }) => ({
      environment: { CODEX_HOME: join(home, ".codex"), OPENAI_API_KEY: KEY },
      files: {
        [join(home, ".codex", "config.toml")]: `
          model = "gpt-5"
          model_provider = "scripted"
          [model_providers.scripted]
          name = "Scripted"
          base_url = "${model.baseUrls["openai-responses"]}"
          env_key = "OPENAI_API_KEY"
          wire_api = "responses"
        `,
      },
    }),
    // For a model it does not know, it has no tool for files, only the shell.
    write: {
      name: "exec_command",
      arguments: ({ path, content }) => ({
        cmd: `printf '%s' '${content}' > '${path}'`,
        sandbox_permissions: "require_escalated",
        justification: "May I write this file?",
      }),
    },
  },
  {
    name: "copilot",
    packageName: "@github/copilot",
    version: "1.0.102",
    program: "copilot",
    args: ["--acp"],
    settings: ({ model }) => ({
      environment: {
        COPILOT_PROVIDER_BASE_URL: model.baseUrls["openai-chat"],
        COPILOT_PROVIDER_API_KEY: KEY,
        COPILOT_MODEL: "scripted",
        COPILOT_OFFLINE: "true",
        COPILOT_AUTO_UPDATE: "false",
      },
    }),
    knownFaults: { "server arrived": "it never starts the session's stdio servers" },
    write: { name: "create", arguments: writesTo("path", "file_text") },
  },
  {
    name: "kimi",
    packageName: "@moonshot-ai/kimi-code",
    version: "2.1.0",
    program: "kimi",
    args: ["acp"],
    settings: ({ home, model }) => ({
      environment: {
        KIMI_CODE_HOME: join(home, ".kimi-code"),
        KIMI_CODE_NO_AUTO_UPDATE: "1",
        KIMI_MODEL_NAME: "scripted",
        KIMI_MODEL_API_KEY: KEY,
        KIMI_MODEL_PROVIDER_TYPE: "openai",
        KIMI_MODEL_BASE_URL: model.baseUrls["openai-chat"],
      },
    }),
    write: { name: "Write", arguments: writesTo("path") },
  },
];
