import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const goose: RealAgent = {
  name: "goose",
  // One package for each platform; the package without a platform is its terminal interface.
  packageName: `@aaif/goose-binary-${process.platform}-${process.arch}`,
  version: "1.52.0",
  program: `goose-binary-${process.platform}-${process.arch}`,
  args: ["acp"],
  // Its own mode is "auto", which writes without a question.
  mode: "approve",
  settings: ({ home, model }) => ({
    environment: {
      GOOSE_PATH_ROOT: join(home, ".goose"),
      GOOSE_PROVIDER: "openai",
      GOOSE_MODEL: "gpt-4o",
      GOOSE_DISABLE_KEYRING: "1",
      GOOSE_TELEMETRY_ENABLED: "false",
      OPENAI_HOST: model.url,
      OPENAI_API_KEY: KEY,
    },
  }),
  write: { name: "write", arguments: writesTo("path") },
};
