import { settingsOf, writesTo, type RealAgent } from "../real-agent.ts";

export const claude: RealAgent = {
  name: "claude",
  packageName: "@agentclientprotocol/claude-agent-acp",
  version: "0.100.0",
  program: "claude-agent-acp",
  args: [],
  settings: settingsOf("claude"),
  write: { name: "Write", arguments: writesTo("file_path") },
};
