import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const kimi: RealAgent = {
  name: "kimi",
  packageName: "@moonshot-ai/kimi-code",
  version: "2.1.0",
  program: "kimi",
  args: ["acp"],
  settings: settingsOf("kimi"),
  write: { name: "Write", arguments: writesTo("path") },
};
