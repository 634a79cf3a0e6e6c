import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const goose: RealAgent = {
  name: "goose",
  // One package for each platform; the package without a platform is its terminal interface.
  packageName: `@aaif/goose-binary-${process.platform}-${process.arch}`,
  version: "1.52.0",
  program: `goose-binary-${process.platform}-${process.arch}`,
  args: ["acp"],
  // Its own mode is "auto", which writes without a question.
  mode: "approve",
  settings: settingsOf("goose"),
  write: { name: "write", arguments: writesTo("path") },
};
