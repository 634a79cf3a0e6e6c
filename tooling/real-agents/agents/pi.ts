import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const pi: RealAgent = {
  name: "pi",
  packageName: "pi-acp",
  version: "0.0.34",
  needs: ["@earendil-works/pi-coding-agent@0.87.1"],
  program: "pi-acp",
  args: [],
  settings: settingsOf("pi"),
  write: { name: "write", arguments: writesTo("path") },
};
