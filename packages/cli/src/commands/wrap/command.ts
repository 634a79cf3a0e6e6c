import { buildCommand } from "@stricli/core";

import { clientToolsFlag } from "../../arguments/client-tools.ts";
import { withExamples } from "../../help/with-examples.ts";
import { withExitCode } from "../../process/exit-code.ts";

export const wrapCommand = buildCommand({
  loader: async () => withExitCode((await import("./wrap.ts")).runWrap),
  parameters: {
    flags: {
      journal: { kind: "boolean", default: true, brief: "Do not record the sessions" },
      tools: {
        kind: "boolean",
        default: true,
        brief: "Send the client's MCP servers to the agent directly, without your configured ones",
      },
      clientTools: clientToolsFlag,
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "A known name such as claude or gemini, or a command with its arguments after --",
        placeholder: "agent",
      },
    },
  },
  docs: {
    brief: "Add your MCP tools to another ACP agent, and record its sessions",
    fullDescription: withExamples(
      "Put it in front of the agent's command in your editor's settings; see docs/wrap.md. The agent gets one MCP server\n" +
        "with all tools of your servers, subject to your policy. All other messages pass unchanged, and are recorded: watch\n" +
        "the session with tenon log follow. Other output of the agent goes to standard error. Exits with the agent's exit\n" +
        "code. Without an agent, runs as a proxy of an ACP proxy chain.",
      "tenon wrap gemini",
      "tenon wrap claude --client-tools",
      "tenon wrap -- my-agent --acp",
    ),
  },
});
