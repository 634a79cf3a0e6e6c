import { buildCommand, type CommandContext } from "@stricli/core";

import { clientToolsFlag } from "../../arguments/client-tools.ts";
import { storeFlag } from "../../arguments/store-flag.ts";
import { withExamples } from "../../help/with-examples.ts";
import type { RunFlags } from "./run.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;
const off = { kind: "boolean", default: false, withNegated: false } as const;

export const runCommand = buildCommand({
  loader: async () => {
    const { runPrompt } = await import("./run.ts");
    return async function (this: CommandContext, flags: RunFlags, ...words: string[]): Promise<void> {
      // The library's own way to set an exit code without an error.
      Object.assign(this.process, { exitCode: await runPrompt(flags, words) });
    };
  },
  parameters: {
    flags: {
      agent: {
        ...text,
        placeholder: "name|command",
        brief: "Agent to run: a known name such as claude or gemini, or a command line (default: tenon)",
      },
      cwd: { ...text, placeholder: "folder", brief: "Working folder of the session (default: current folder)" },
      file: {
        ...text,
        placeholder: "path",
        brief: "Read the prompt from a file; added to a prompt on the command line",
      },
      attach: { ...text, variadic: true, placeholder: "path", brief: "Attach a file to the prompt" },
      mcpConfig: {
        ...text,
        placeholder: "file",
        brief: "Give the agent the MCP servers of a file such as .mcp.json",
      },
      server: {
        ...text,
        variadic: true,
        placeholder: "command|url",
        brief: "Give the agent an MCP server; the run fails if it does not start",
      },
      optionalServer: {
        ...text,
        variadic: true,
        placeholder: "command|url",
        brief: "Give the agent an MCP server that may fail",
      },
      policy: {
        kind: "parsed",
        parse: String,
        default: "ask",
        placeholder: "allow|ask|deny|file",
        brief: 'How to answer permission requests, or a file with rules; without a terminal, "ask" denies',
      },
      continue: { ...off, brief: "Continue the latest session of the folder" },
      session: { ...text, placeholder: "id", brief: "Continue this session; a unique prefix of its id is enough" },
      timeout: {
        kind: "parsed",
        parse: seconds,
        optional: true,
        placeholder: "seconds",
        brief: "Cancel the turn after this time",
      },
      model: { ...text, placeholder: "id", brief: "Set the model of the session; short for --option model=<id>" },
      mode: { ...text, placeholder: "id", brief: "Set the mode of the session" },
      option: { ...text, variadic: true, placeholder: "name=value", brief: "Set an option of the session" },
      traceparent: {
        kind: "parsed",
        parse: traceparent,
        optional: true,
        placeholder: "id",
        brief: "W3C trace context to pass on to the agent, its model and its servers",
      },
      signIn: { ...text, placeholder: "method", brief: "Sign in to the agent first, by this method" },
      clientTools: clientToolsFlag,
      json: { ...off, brief: "Print events as JSON Lines" },
      quiet: { ...off, brief: "Print only the agent's answer, and errors" },
      verbose: { ...off, brief: "Also print what the agent writes to standard error" },
      journal: { kind: "boolean", default: true, brief: "Do not record the session" },
      store: storeFlag,
      tools: {
        kind: "boolean",
        default: true,
        brief: "Pass MCP servers to another agent as they are, and none of your own",
      },
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: 'What to ask; "-" reads standard input', placeholder: "prompt" },
    },
  },
  docs: {
    brief: "Send one prompt to an ACP agent and show what it does",
    fullDescription: withExamples(
      "On a terminal, shows the timeline as it grows. In a pipe, the agent's answer goes to standard output and\n" +
        "what it does to standard error. The exit code says how the turn ended.",
      'tenon run "What does this project do?"',
      'tenon run --agent gemini --policy allow "Fix the failing test"',
      'git diff | tenon run "Review this:" -',
    ),
  },
});

function traceparent(given: string): string {
  const [, trace = "", parent = ""] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(given) ?? [];
  // All zeros mean that there is no trace.
  if (/^0*$/.test(trace) || /^0*$/.test(parent) || given.startsWith("ff")) {
    throw new SyntaxError("expected a W3C traceparent, such as 00-<32 hex digits>-<16 hex digits>-01");
  }
  return given;
}

function seconds(given: string): number {
  const value = Number(given);
  if (!(value > 0)) throw new Error("expected a number of seconds greater than 0");
  return value;
}
