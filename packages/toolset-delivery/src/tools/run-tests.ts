/** Runs the tests, and records for which commit they passed. */

import { writeFile } from "node:fs/promises";

import { defined } from "@tenon/basis";
import { defineTool, jsonSchema, type ToolContext, ToolError } from "@tenon/toolset";

import type { Revision } from "../programs/git.ts";
import { pathInProject, projectFiles, reportInProject } from "../programs/project-files.ts";
import type { DeliveryState } from "../state.ts";
import { writeJunit } from "../testing/junit.ts";
import type { TestResult } from "../testing/results.ts";
import { runTests as runTestsWith, type TestOutcome } from "../testing/run-tests.ts";
import { detectRunners, type RunnerName, RUNNERS, runners } from "../testing/runners.ts";
import { choose } from "./choose.ts";
import { PATH } from "./schemas.ts";

interface Arguments {
  readonly runner?: string;
  readonly path?: string;
  readonly coverage?: boolean;
  readonly junit?: string;
}

interface Result {
  readonly runner: string;
  readonly passed: boolean;
  readonly summary: string;
  /** Whether the result counts for the commit, and why not. */
  readonly recorded: boolean;
  readonly note: string;
  readonly commit?: string;
  readonly failures: readonly Omit<TestResult, "outcome">[];
  readonly coverage_percent?: number;
  readonly junit?: string;
  readonly output?: string;
}

const MAX_FAILURES = 20;
const MAX_OUTPUT = 4_000;
const HOUR_MS = 3_600_000;

export const runTests = defineTool({
  name: "run_tests",
  title: "Run the tests",
  description: `Runs the project's tests (${RUNNERS.join(", ")}; found by its files) and returns the failing ones first. A whole run of a clean working tree is recorded for its commit, which deploy needs: commit first, then run it without a path.`,
  input: jsonSchema<Arguments>({
    type: "object",
    properties: {
      runner: {
        type: "string",
        maxLength: 40,
        description: `One of ${RUNNERS.join(", ")}, if the project has several`,
      },
      path: { ...PATH, description: "A test file or folder; everything by default" },
      coverage: { type: "boolean", description: "Measure how much code the tests run" },
      junit: { ...PATH, description: "Write a JUnit report to this .xml file of the project" },
    },
    additionalProperties: false,
  }),
  output: jsonSchema<Result>({
    type: "object",
    properties: {
      runner: { type: "string" },
      passed: { type: "boolean" },
      summary: { type: "string" },
      recorded: { type: "boolean" },
      note: { type: "string" },
      commit: { type: "string" },
      failures: { type: "array" },
      coverage_percent: { type: "number" },
      junit: { type: "string" },
      output: { type: "string" },
    },
    required: ["runner", "passed", "summary", "recorded", "note", "failures"],
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  // Two runs in one folder would write each other's files.
  limits: { callMs: HOUR_MS, callsAtOnce: 1 },
  async run(args, context: ToolContext<DeliveryState>): Promise<Result> {
    const { folder, env, git } = context.state;
    const found = detectRunners(projectFiles(folder));
    const runner = choose({ kind: "test runner", wanted: args.runner, known: RUNNERS, found });
    if (args.coverage === true && !runners[runner].coverage)
      throw new ToolError("unsupported", `${runner} cannot measure coverage by itself`, {
        hint: "Call without coverage.",
      });
    const path = args.path === undefined ? undefined : pathInProject(folder, args.path);
    const junit = args.junit === undefined ? undefined : reportInProject(folder, args.junit);
    const { signal } = context;
    const before = await git.revision(signal).catch(() => undefined);
    let lines = 0;
    const onLine = (line: string) => context.progress((lines += 1), { message: line.slice(0, 200) });
    const options = { runner, path, coverage: args.coverage === true, project: folder, env, signal, onLine };
    const outcome = await runTestsWith(options);
    const after = await git.revision(signal).catch(() => undefined);
    const record = await recordRun({ runner, isWhole: path === undefined, outcome, before, after }, context);
    if (junit !== undefined) await writeFile(junit, writeJunit(outcome.tests, runner));
    return { runner, ...described(outcome), ...record, ...defined({ commit: before?.commit, junit: args.junit }) };
  },
});

interface RanTests {
  readonly runner: RunnerName;
  readonly isWhole: boolean;
  readonly outcome: TestOutcome;
  readonly before: Revision | undefined;
  readonly after: Revision | undefined;
}

/** A part that passes proves nothing about the rest; a part that fails proves enough. */
async function recordRun(
  { runner, isWhole, outcome, before, after }: RanTests,
  { state }: ToolContext<DeliveryState>,
): Promise<Pick<Result, "recorded" | "note">> {
  const not = (note: string) => ({ recorded: false, note: `Not recorded for a deployment: ${note}` });
  if (!before || !after) return not("the project is not in a git repository with a commit");
  if (before.commit !== after.commit) return not("another commit was checked out meanwhile");
  const [changed] = [...before.changedFiles, ...after.changedFiles];
  if (changed !== undefined) return not(`the working tree differs from the commit (${changed.trim()})`);
  if (!isWhole && outcome.passed) return not("only a part of the tests was run");
  const { passed } = outcome;
  const at = new Date(state.clock.now()).toISOString();
  await state.records.add({ commit: before.commit, runner, passed, summary: summaryOf(outcome), at });
  const can = passed ? "may be deployed" : "cannot be deployed";
  return { recorded: true, note: `Recorded: according to ${runner}, ${before.commit.slice(0, 12)} ${can}` };
}

function described(outcome: TestOutcome): Omit<Result, "runner" | "recorded" | "note"> {
  const failed = outcome.tests.filter((test) => test.outcome === "failed");
  const failures = failed
    .slice(0, MAX_FAILURES)
    .map(({ name, file, ms, message }) => ({ name, ...defined({ file, ms, message }) }));
  // Why a file could not be loaded is often only there.
  const output = outcome.passed ? undefined : outcome.output.slice(-MAX_OUTPUT);
  return {
    passed: outcome.passed,
    summary: summaryOf(outcome),
    failures,
    ...defined({ coverage_percent: outcome.coverage, output }),
  };
}

function summaryOf({ tests, exitCode, passed }: TestOutcome): string {
  const parts = (["failed", "passed", "skipped"] as const).flatMap((outcome) => {
    const count = tests.filter((test) => test.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  if (tests.length === 0) parts.push("no tests were run");
  if (!passed && exitCode !== 0) parts.push(exitCode === null ? "ended by a signal" : `exit code ${exitCode}`);
  return parts.join(", ");
}
