import { join } from "node:path";

import { KEY, writesTo, type RealAgent } from "../real-agent.ts";

export const claude: RealAgent = {
  name: "claude",
  packageName: "@agentclientprotocol/claude-agent-acp",
  version: "0.99.1",
  program: "claude-agent-acp",
  args: [],
  settings: ({ home, model }) => ({
    environment: {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: model.baseUrls.anthropic,
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  }),
  write: { name: "Write", arguments: writesTo("file_path") },
};
