import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const qwen: RealAgent = {
  name: "qwen",
  packageName: "@qwen-code/qwen-code",
  version: "0.24.4",
  program: "qwen",
  args: ["--acp"],
  // Its own mode is "auto", which writes without a question.
  mode: "default",
  knownFaults: { "server arrived": "the model is not told of tools before it searches for them" },
  settings: ({ model }) => ({
    environment: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: model.baseUrls["openai-chat"],
      OPENAI_MODEL: "scripted",
    },
  }),
  write: { name: "write_file", arguments: writesTo("file_path") },
};
