import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const copilot: RealAgent = {
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
  lentOver: "http",
  knownFaults: { "server arrived": "it never starts the session's stdio servers" },
  write: { name: "create", arguments: writesTo("path", "file_text") },
};
