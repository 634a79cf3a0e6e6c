import { buildCommand, type CommandContext } from "@stricli/core";

import type { RunFlags } from "./run.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;
const yesOrNo = { kind: "boolean", default: false, withNegated: false } as const;

export const runCommand = buildCommand({
  loader: async () => {
    const { runPrompt } = await import("./run.ts");
    return async function (this: CommandContext, flags: RunFlags, ...words: string[]): Promise<void> {
      // The library's own way to end with a status that is no error.
      Object.assign(this.process, { exitCode: await runPrompt(flags, words) });
    };
  },
  parameters: {
    flags: {
      agent: {
        ...text,
        placeholder: "name or command",
        brief: "The agent to ask, such as claude or gemini; ours unless told",
      },
      cwd: { ...text, placeholder: "folder", brief: "The folder of the session" },
      file: { ...text, placeholder: "path", brief: "A file with the prompt, or with more of it" },
      attach: {
        ...text,
        variadic: true,
        placeholder: "path",
        brief: "A file to go with the prompt; may be given again",
      },
      mcpConfig: { ...text, placeholder: "file", brief: "A file with MCP servers for the agent, such as .mcp.json" },
      server: {
        ...text,
        variadic: true,
        placeholder: "command or URL",
        brief: "An MCP server for the agent; may be given again",
      },
      policy: {
        kind: "parsed",
        parse: String,
        default: "ask",
        placeholder: "allow|ask|deny|file",
        brief: "Who answers when the agent asks for permission; where nobody can be asked, ask denies",
      },
      continue: { ...yesOrNo, brief: "Go on with the latest session of the folder" },
      session: { ...text, placeholder: "id", brief: "Go on with this session; the beginning of its id is enough" },
      timeout: {
        kind: "parsed",
        parse: seconds,
        optional: true,
        placeholder: "seconds",
        brief: "Cancel the turn after this time",
      },
      mode: { ...text, placeholder: "id", brief: "The mode of the session" },
      option: {
        ...text,
        variadic: true,
        placeholder: "name=value",
        brief: "An option of the session; may be given again",
      },
      signIn: { ...text, placeholder: "method", brief: "Sign in to the agent first" },
      json: { ...yesOrNo, brief: "Print one JSON object a line, for scripts" },
      quiet: { ...yesOrNo, brief: "Print what the agent says, and what goes wrong, and nothing else" },
      verbose: { ...yesOrNo, brief: "Also what the agent writes to standard error" },
      journal: { kind: "boolean", default: true, brief: "Record the session, for tenon log" },
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "What to ask; - is standard input", placeholder: "prompt" },
    },
  },
  docs: {
    brief: "Ask an agent once, from a terminal, a script or CI",
    fullDescription:
      "Starts an ACP agent, gives it the prompt, shows what it does, and ends with a status that says how it went.\n" +
      "On a terminal it shows the timeline as it grows. In a pipe, standard output is what the agent says, and standard\n" +
      "error what it does.\n\n" +
      '  tenon run "What does this project do?"\n' +
      '  tenon run --agent gemini --policy allow "Fix the failing test"\n' +
      '  git diff | tenon run "Review this:" -',
  },
});

function seconds(given: string): number {
  const value = Number(given);
  if (!(value > 0)) throw new Error(`${given} is no number of seconds above 0`);
  return value;
}
