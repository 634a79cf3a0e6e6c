import { join } from "node:path";

import { KEY, type RealAgent } from "../real-agent.ts";

export const codex: RealAgent = {
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
};
