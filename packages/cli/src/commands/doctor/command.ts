import { buildCommand } from "@stricli/core";

import { parseSeconds } from "../../arguments/quantity.ts";
import { withExamples } from "../../help/with-examples.ts";
import { withExitCode } from "../../process/exit-code.ts";

const off = { kind: "boolean", default: false } as const;

export const doctorCommand = buildCommand({
  loader: async () => withExitCode((await import("./doctor.ts")).runDoctor),
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
      html: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "Write the report as an HTML page",
      },
      verbose: { ...off, brief: "Show all facts, notes included" },
      start: { kind: "boolean", default: true, brief: "Do not start servers" },
      startProject: { ...off, brief: "Also start servers that the project's files declare" },
      wait: {
        kind: "parsed",
        parse: parseSeconds,
        default: "30",
        placeholder: "seconds",
        brief: "Time limit for the start of a server",
      },
      live: { ...off, brief: "Also send one prompt to the agent's own model; shows the cost and asks first" },
      fix: { ...off, brief: "Change your editors to start agents through tenon wrap; shows a diff and asks first" },
      undo: { ...off, brief: "Undo the last --fix" },
      yes: { ...off, brief: "Answer yes to every question" },
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        brief: "Agent to test with a stand-in model, directly and through tenon wrap",
        placeholder: "agent",
      },
    },
  },
  docs: {
    brief: "Diagnose missing tools: check agents, MCP configurations and servers",
    fullDescription: withExamples(
      "Checks the agents, the MCP configurations of all known clients, and their servers; reports what is wrong and how to\n" +
        "fix it. Starts each server once, and the agents that you name; changes nothing. Exits with 1 if something does not\n" +
        "work.",
      "tenon doctor",
      "tenon doctor gemini",
      "tenon doctor --no-start --verbose",
      "tenon doctor --json --html report.html",
    ),
  },
});
