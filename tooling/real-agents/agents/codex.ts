import { type RealAgent, settingsOf } from "../real-agent.ts";

export const codex: RealAgent = {
  name: "codex",
  packageName: "@agentclientprotocol/codex-acp",
  version: "2.6.0",
  program: "codex-acp",
  args: [],
  // Its own mode is "agent", in which a model answers the questions.
  mode: "read-only",
  settings: settingsOf("codex"),
  // For a model it does not know, it has no tool for files, only the shell.
  write: {
    name: "exec_command",
    arguments: ({ path, content }) => ({
      cmd: `printf '%s' '${content}' > '${path}'`,
      sandbox_permissions: "require_escalated",
      justification: "May I write this file?",
    }),
  },
};
