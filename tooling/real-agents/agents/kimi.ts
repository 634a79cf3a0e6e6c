import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const kimi: RealAgent = {
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
};
