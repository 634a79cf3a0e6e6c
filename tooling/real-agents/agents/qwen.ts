import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const qwen: RealAgent = {
  name: "qwen",
  packageName: "@qwen-code/qwen-code",
  version: "0.24.4",
  program: "qwen",
  args: ["--acp"],
  // Its own mode is "auto", which writes without a question.
  mode: "default",
  knownFaults: { "server arrived": "the model gets no tools before it searches for them" },
  settings: settingsOf("qwen"),
  write: { name: "write_file", arguments: writesTo("file_path") },
};
