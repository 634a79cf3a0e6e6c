import { defined } from "@tenon/basis";
import { defineTool, jsonSchema, type ToolContext, ToolError } from "@tenon/toolset";

import { programEnvironment } from "../environment.ts";
import { detectLinters, type Finding, LINTERS, linters } from "../linting/linters.ts";
import { pathInProject, projectFiles } from "../programs/project-files.ts";
import { runProgram } from "../programs/run-program.ts";
import type { DeliveryState } from "../state.ts";
import { choose } from "./choose.ts";
import { PATH } from "./schemas.ts";

interface Arguments {
  readonly linter?: string;
  readonly path?: string;
}

interface Result {
  readonly linter: string;
  readonly clean: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
  readonly note?: string;
}

const MAX_FINDINGS = 100;
const CALL_MS = 600_000;

export const lintCode = defineTool({
  name: "lint_code",
  title: "Lint the code",
  description: `Runs the project's linter (${LINTERS.join(", ")}; found by its files) and returns what it finds, errors first. Changes nothing.`,
  input: jsonSchema<Arguments>({
    type: "object",
    properties: {
      linter: {
        type: "string",
        maxLength: 40,
        description: `One of ${LINTERS.join(", ")}, if the project has several`,
      },
      path: { ...PATH, description: "A file or folder; everything by default" },
    },
    additionalProperties: false,
  }),
  output: jsonSchema<Result>({
    type: "object",
    properties: {
      linter: { type: "string" },
      clean: { type: "boolean" },
      errors: { type: "integer" },
      warnings: { type: "integer" },
      findings: { type: "array" },
      note: { type: "string" },
    },
    required: ["linter", "clean", "errors", "warnings", "findings"],
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  limits: { callMs: CALL_MS, callsAtOnce: 2 },
  async run({ linter: wanted, path }, { state, signal }: ToolContext<DeliveryState>): Promise<Result> {
    const { folder, env } = state;
    const found = detectLinters(projectFiles(folder));
    const name = choose({ kind: "linter", wanted, known: LINTERS, found });
    if (name === "clippy" && path !== undefined)
      throw new ToolError("unsupported", "clippy checks whole packages", { hint: "Call without path." });
    const linter = linters[name];
    const [command, ...args] = linter.command(folder, path === undefined ? "." : pathInProject(folder, path));
    const program = { command, args, cwd: folder, env: programEnvironment(env) };
    const { code, output, stderr } = await runProgram(program, { signal, keep: "all" });
    const findings = linter.read(output);
    // A linter that finds something fails too; one that finds nothing and fails could not work.
    if (!findings || (code !== 0 && findings.length === 0))
      throw new ToolError(
        "failed",
        `${name} exited with code ${code}: ${(stderr.trim() || output.trim()).slice(-2_000)}`,
      );
    return { linter: name, ...described(findings) };
  },
});

function described(findings: readonly Finding[]): Omit<Result, "linter"> {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const left = findings.length - MAX_FINDINGS;
  return {
    clean: findings.length === 0,
    errors: errors.length,
    warnings: warnings.length,
    findings: [...errors, ...warnings].slice(0, MAX_FINDINGS),
    ...defined({ note: left > 0 ? `${left} more are not shown; lint a smaller path` : undefined }),
  };
}
