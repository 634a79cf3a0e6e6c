import { buildCommand } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";
import { withExitCode } from "../../process/exit-code.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;

export const connectCommand = buildCommand({
  loader: async () => withExitCode((await import("./connect.ts")).runConnect),
  parameters: {
    flags: {
      agent: { ...text, placeholder: "name", brief: "Agent for new sessions (default: the gateway's)" },
      tokenFile: { ...text, placeholder: "file", brief: "File with the gateway's token" },
      signIn: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Prompt for the gateway's token, store it, and exit",
      },
      allow: {
        ...text,
        variadic: true,
        placeholder: "server/tool",
        brief: "Allow the agent to call this tool of this machine without asking; * matches any text",
      },
      deny: { ...text, variadic: true, placeholder: "server/tool", brief: "Never allow the agent to call this tool" },
      tree: {
        kind: "enum",
        values: ["here", "there"],
        optional: true,
        brief: "Machine whose files and commands sessions use (default: here, unless the gateway is local)",
      },
      journal: { kind: "boolean", default: true, brief: "Do not record the sessions on this machine" },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "URL of the gateway, as tenon serve prints it", placeholder: "url" }],
    },
  },
  docs: {
    brief: "Use an agent on another machine, over ACP on standard input and output",
    fullDescription: withExamples(
      "Set it as the agent's command in your editor; see docs/connect.md. The agent runs behind the gateway (tenon serve)\n" +
        "at this URL. Your MCP servers run here: the agent calls them over the connection, subject to your policy, and their\n" +
        "configuration does not leave this machine. A lost connection is reopened, and every session continues.",
      "tenon connect --sign-in https://tenon.example.com",
      "tenon connect https://tenon.example.com --agent claude",
    ),
  },
});
