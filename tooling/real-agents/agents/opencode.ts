import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const opencode: RealAgent = {
  name: "opencode",
  packageName: "opencode-ai",
  version: "1.18.33",
  program: "opencode",
  args: ["acp"],
  needsInstallScript: true,
  settings: settingsOf("opencode"),
  write: { name: "write", arguments: writesTo("filePath") },
};
