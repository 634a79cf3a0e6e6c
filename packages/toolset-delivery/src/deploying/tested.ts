/** No commit is deployed whose tests this server has not seen to pass. */

import { ToolError } from "@tenon/toolset";

import { type Environment, namesOf } from "../environment.ts";
import { projectFiles } from "../programs/project-files.ts";
import type { TestRecord, TestRecords } from "../testing/records.ts";
import { detectRunners } from "../testing/runners.ts";

export interface TestedOptions {
  readonly env: Environment;
  readonly folder: string;
  readonly records: TestRecords;
}

/** Throws, unless every runner of the project has passed for the commit. */
export async function requireTested(commit: string, options: TestedOptions): Promise<readonly TestRecord[]> {
  const runners = requiredRunners(options);
  const short = commit.slice(0, 12);
  if (runners.length === 0)
    throw new ToolError("denied", `${short} cannot be deployed: no tests were found in the project`, {
      hint: "Add tests, or the user sets DELIVERY_TESTS to the runners that must pass.",
    });
  const records = await options.records.of(commit);
  for (const runner of runners) {
    const record = records.find((one) => one.runner === runner);
    if (!record)
      throw new ToolError("denied", `${short} cannot be deployed: its ${runner} tests have not been run`, {
        hint: "Check the commit out with a clean working tree, and call run_tests without a path.",
      });
    if (!record.passed)
      throw new ToolError(
        "denied",
        `${short} cannot be deployed: its ${runner} tests did not pass (${record.summary})`,
        {
          hint: "Fix them, commit, and call run_tests.",
        },
      );
  }
  return records;
}

export function requiredRunners({ env, folder }: Omit<TestedOptions, "records">): readonly string[] {
  return namesOf(env, "DELIVERY_TESTS") ?? detectRunners(projectFiles(folder));
}
