import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const gemini: RealAgent = {
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
};
