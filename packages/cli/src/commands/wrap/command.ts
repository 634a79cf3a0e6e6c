import { buildCommand, type CommandContext } from "@stricli/core";

import { clientToolsFlag } from "../../arguments/client-tools.ts";
import { withExamples } from "../../help/with-examples.ts";
import type { WrapFlags } from "./wrap.ts";

export const wrapCommand = buildCommand({
  loader: async () => {
    const { runWrap } = await import("./wrap.ts");
    return async function (this: CommandContext, flags: WrapFlags, ...words: string[]): Promise<void> {
      // The library's own way to set an exit code without an error.
      Object.assign(this.process, { exitCode: await runWrap(flags, words) });
    };
  },
  parameters: {
    flags: {
      journal: { kind: "boolean", default: true, brief: "Do not record the sessions" },
      tools: { kind: "boolean", default: true, brief: "Pass MCP servers to the agent as they are" },
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
    brief: "Stand between an ACP client and an ACP agent, over standard input and output",
    fullDescription: withExamples(
      "Put it before the agent's command in your editor's settings; see docs/wrap.md. The agent gets one MCP server with\n" +
        "every tool of your servers, under your rules. Everything else passes unchanged and is recorded: tenon log shows\n" +
        "the session while it runs. What the agent prints beside its messages goes to standard error. The exit code is\n" +
        "the agent's. Without an agent it runs as a component of a proxy chain.",
      "tenon wrap gemini",
      "tenon wrap claude --client-tools",
      "tenon wrap -- my-agent --acp",
    ),
  },
});
