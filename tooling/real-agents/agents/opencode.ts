import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

const abilities = { tool_call: true, attachment: true, modalities: { input: ["text", "image"], output: ["text"] } };

export const opencode: RealAgent = {
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
            models: { scripted: { ...abilities, limit: { context: 128_000, output: 8_000 } } },
          },
        },
      }),
    },
  }),
  write: { name: "write", arguments: writesTo("filePath") },
};
