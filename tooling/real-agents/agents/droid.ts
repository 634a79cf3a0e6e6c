import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const droid: RealAgent = {
  name: "droid",
  packageName: "droid",
  version: "0.215.0",
  program: "droid",
  args: ["exec", "--output-format", "acp", "--model", "custom:scripted"],
  knownFaults: {
    "server arrived": "the model is not told of tools before the second prompt, and has to search for them",
    cancel: "it shows no text before the model has ended its answer",
  },
  settings: ({ home, model }) => ({
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
            baseUrl: model.baseUrls["openai-chat"],
            apiKey: KEY,
          },
        ],
      }),
    },
  }),
  write: { name: "Create", arguments: writesTo("file_path") },
};
