import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const kilo: RealAgent = {
  name: "kilo",
  packageName: "@kilocode/cli",
  version: "7.7.7",
  program: "kilo",
  args: ["acp"],
  settings: settingsOf("kilo"),
  write: { name: "write", arguments: writesTo("filePath") },
};
