import { buildCommand, type CommandContext } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";
import type { DoctorFlags } from "./doctor.ts";

const off = { kind: "boolean", default: false } as const;

export const doctorCommand = buildCommand({
  async loader() {
    const { runDoctor } = await import("./doctor.ts");
    return async function (this: CommandContext, flags: DoctorFlags, ...agents: string[]): Promise<void> {
      Object.assign(this.process, { exitCode: await runDoctor(flags, agents) });
    };
  },
  parameters: {
    flags: {
      cwd: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "folder",
        brief: "Project folder (default: current folder)",
      },
      json: { ...off, brief: "Print JSON" },
      html: { kind: "parsed", parse: String, optional: true, placeholder: "file", brief: "Write the report as a page" },
      verbose: { ...off, brief: "Show everything that was found" },
      start: { kind: "boolean", default: true, brief: "Start no server" },
      startProject: { ...off, brief: "Start the servers of the project's own files too" },
      wait: {
        kind: "parsed",
        parse: seconds,
        default: "30",
        placeholder: "seconds",
        brief: "How long a server may take to start",
      },
      live: { ...off, brief: "Also send one prompt to the agent's own model, after saying what it costs" },
      fix: { ...off, brief: "Make editors start their agents through tenon wrap: shown as a diff, asked, undoable" },
      undo: { ...off, brief: "Undo the last --fix" },
      yes: { ...off, brief: "Answer yes to every question" },
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "Also start this agent on a stand-in model, bare and through tenon wrap, and see what arrives",
        placeholder: "agent",
      },
    },
  },
  docs: {
    brief: "Find out why a tool is not there",
    fullDescription: withExamples(
      "Looks at the agents, the MCP configurations of all known clients and their servers, and says what is wrong with\n" +
        "each and what to do. Starts servers, one of each kind, and the agents that you name; changes nothing. Exits with\n" +
        "1 if something does not work.",
      "tenon doctor",
      "tenon doctor gemini",
      "tenon doctor --no-start --verbose",
      "tenon doctor --json --html report.html",
    ),
  },
});

function seconds(given: string): number {
  const value = Number(given);
  if (given.trim() === "" || !(value > 0)) throw new Error("expected a number of seconds");
  return value;
}
