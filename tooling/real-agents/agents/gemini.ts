import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

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
  settings: settingsOf("gemini"),
  write: { name: "write_file", arguments: writesTo("file_path") },
};
