/** Runs the tests of the project with one runner, and reads what it reports. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defined } from "@tenon/basis";

import { type Environment, programEnvironment } from "../environment.ts";
import { runProgram } from "../programs/run-program.ts";
import { ESCAPES, type TestReport } from "./results.ts";
import { type RunnerName, runners, type TestRun } from "./runners.ts";

export interface RunTestsOptions extends Pick<TestRun, "path" | "coverage" | "project"> {
  readonly runner: RunnerName;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Called for each line of output that is not empty. */
  onLine(line: string): void;
}

export interface TestOutcome extends TestReport {
  /** It ran to its end without a complaint, at least one test passed, and none failed. */
  readonly passed: boolean;
  readonly exitCode: number | null;
  /** The end of what it printed. */
  readonly output: string;
}

export async function runTests({ runner: name, env, signal, onLine, ...run }: RunTestsOptions): Promise<TestOutcome> {
  const reports = await mkdtemp(join(tmpdir(), "tenon-delivery-"));
  try {
    const runner = runners[name];
    const [command, ...args] = runner.command({ ...run, reports });
    const lines = typeof runner.report === "function" ? runner.report() : undefined;
    const program = { command, args, cwd: run.project, env: programEnvironment(env) };
    const { code, output } = await runProgram(program, {
      signal,
      keep: "end",
      onLine(line) {
        lines?.add(line);
        const shown = line.replaceAll(ESCAPES, "").trim();
        if (shown !== "") onLine(shown);
      },
    });
    const read = (file: string) => readFile(join(reports, file), "utf8").catch(() => "");
    const tests =
      typeof runner.report === "function" ? (lines?.tests() ?? []) : runner.report.read(await read(runner.report.file));
    const coverage =
      run.coverage && runner.coverage ? runner.coverage.read(await read(runner.coverage.file)) : undefined;
    const passed = code === 0 && tests.some((test) => test.outcome === "passed") && !tests.some(isFailed);
    const end = output.replaceAll(ESCAPES, "");
    return { passed, exitCode: code, tests, output: end, ...defined({ coverage }) };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

function isFailed({ outcome }: { readonly outcome: string }): boolean {
  return outcome === "failed";
}
