import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

const abilities = { tool_call: true, attachment: true, modalities: { input: ["text", "image"], output: ["text"] } };

export const kilo: RealAgent = {
  name: "kilo",
  packageName: "@kilocode/cli",
  version: "7.7.7",
  program: "kilo",
  args: ["acp"],
  settings: ({ home, model }) => ({
    environment: {
      KILO_CONFIG: join(home, "kilo.json"),
      KILO_DISABLE_AUTOUPDATE: "1",
      KILO_DISABLE_MODELS_FETCH: "1",
      KILO_DISABLE_SESSION_INGEST: "1",
    },
    files: {
      [join(home, "kilo.json")]: JSON.stringify({
        share: "disabled",
        // It asks nothing by default.
        permission: { edit: "ask", bash: "ask" },
        model: "scripted/scripted",
        small_model: "scripted/scripted",
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: model.baseUrls["openai-chat"], apiKey: KEY },
            models: { scripted: { ...abilities, limit: { context: 128_000, output: 8_000 } } },
          },
        },
      }),
    },
  }),
  write: { name: "write", arguments: writesTo("filePath") },
};
