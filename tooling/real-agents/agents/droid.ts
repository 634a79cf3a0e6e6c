import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const droid: RealAgent = {
  name: "droid",
  packageName: "droid",
  version: "0.215.0",
  program: "droid",
  args: ["exec", "--output-format", "acp", "--model", "custom:scripted"],
  knownFaults: {
    "server arrived": "the model gets no tools before the second prompt, and has to search for them",
    cancel: "it shows no text before the model has ended its answer",
  },
  settings: settingsOf("droid"),
  write: { name: "Create", arguments: writesTo("file_path") },
};
