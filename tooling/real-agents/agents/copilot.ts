import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const copilot: RealAgent = {
  name: "copilot",
  packageName: "@github/copilot",
  version: "1.0.102",
  program: "copilot",
  args: ["--acp"],
  settings: settingsOf("copilot"),
  lentOver: "http",
  knownFaults: { "server arrived": "it never starts the session's stdio servers" },
  write: { name: "create", arguments: writesTo("path", "file_text") },
};
