import { buildCommand, type CommandContext } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;

export const connectCommand = buildCommand({
  loader: async () => {
    const { runConnect } = await import("./connect.ts");
    return async function (this: CommandContext, flags: Parameters<typeof runConnect>[0], url: string): Promise<void> {
      // The library's own way to set an exit code without an error.
      Object.assign(this.process, { exitCode: await runConnect(flags, url) });
    };
  },
  parameters: {
    flags: {
      agent: { ...text, placeholder: "name", brief: "Agent of new sessions; the gateway's default without it" },
      tokenFile: { ...text, placeholder: "file", brief: "File with the gateway's token" },
      signIn: { kind: "boolean", default: false, withNegated: false, brief: "Store the gateway's token, and exit" },
      allow: {
        ...text,
        variadic: true,
        placeholder: "server/tool",
        brief: "Let the agent call this tool of this machine without a question; * stands for any text",
      },
      deny: { ...text, variadic: true, placeholder: "server/tool", brief: "Never let it call this tool" },
      tree: {
        kind: "enum",
        values: ["here", "there"],
        optional: true,
        brief: "Machine of the files and commands of sessions (default: here, unless the URL is of this machine)",
      },
      journal: { kind: "boolean", default: true, brief: "Do not record the sessions on this machine" },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "URL of the gateway, as tenon serve prints it", placeholder: "url" }],
    },
  },
  docs: {
    brief: "Use an agent that runs on another machine, over standard input and output",
    fullDescription: withExamples(
      "Put it into your editor's settings as the agent's command; see docs/connect.md. The agent runs behind the gateway\n" +
        "(tenon serve) at this URL. Your MCP servers run here: the agent calls them over the connection, under your rules,\n" +
        "and nothing of their configuration leaves this machine. A connection that is lost is opened again, and every\n" +
        "session goes on where it was.",
      "tenon connect --sign-in https://tenon.example.com",
      "tenon connect https://tenon.example.com --agent claude",
    ),
  },
});
