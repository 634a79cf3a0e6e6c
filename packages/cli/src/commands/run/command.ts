import { buildCommand } from "@stricli/core";

import { t } from "../../messages/t.ts";
import { clientToolsFlag } from "../../arguments/client-tools.ts";
import { parseSeconds } from "../../arguments/quantity.ts";
import { storeFlag } from "../../arguments/store-flag.ts";
import { withExamples } from "../../help/with-examples.ts";
import { withExitCode } from "../../process/exit-code.ts";
import { readTraceparent } from "../../traces/trace-context.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;
const off = { kind: "boolean", default: false, withNegated: false } as const;

export const runCommand = buildCommand({
  loader: async () => withExitCode((await import("./run.ts")).runPrompt),
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
        brief: "Read the prompt from a file; appended to a prompt on the command line",
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
        brief: "Give the agent an MCP server; the run continues without it if it fails",
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
        parse: parseSeconds,
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
      signIn: { ...text, placeholder: "method", brief: "Sign in to the agent first, with this method" },
      clientTools: clientToolsFlag,
      json: { ...off, brief: "Print events as JSON Lines" },
      quiet: { ...off, brief: "Print only the agent's answer, and errors" },
      verbose: { ...off, brief: "Also print what the agent writes to standard error" },
      journal: { kind: "boolean", default: true, brief: "Do not record the session" },
      store: storeFlag,
      tools: {
        kind: "boolean",
        default: true,
        brief: "Send the given MCP servers to another agent directly, without your configured ones",
      },
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: 'Prompt; "-" reads standard input', placeholder: "prompt" },
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
  if (readTraceparent(given)) return given;
  throw new SyntaxError(t("expected a W3C traceparent, such as 00-<32 hex digits>-<16 hex digits>-01"));
}
