/**
 * The order of test files: those that take longest come first, so that no worker is left alone with one at the end.
 * Vitest knows their times only where it ran before.
 */

import { statSync } from "node:fs";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Parts of their paths, the slowest first; all others follow, the largest first. */
const SLOWEST = [
  "web/test/page",
  "cli/test/run/run",
  "web/test/served",
  "hub/test/staying-connected",
  "cli/test/tools",
  "cli/test/toolset-commands",
  "cli/test/connect/",
  "journal/test/killed-writer",
  "cli/test/crash",
  "cli/test/editor-session",
  "cli/test/faults/",
  "cli/test/serve",
  "toolset-database/test/connections",
  "toolset-database/test/server",
  "toolset-database/test/escapes",
  "toolset-delivery/test/run-tests",
  "cli/test/agent",
  "process/test/reaper",
  "hub/test/stdio-servers",
  "cli/test/log",
  "policy/test/redact/redactor",
  "agent/test/serve-agent",
  "client/test/connection/",
  "client/test/session/prompting",
  "process/test/",
  "testkit/test/",
  // Small, and among the last without this.
  "examples/",
  "cli/test/stdout",
  "cli/test/long-message",
  "cli/test/give-back-memory",
  "journal/test/sqlite",
];

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(files.map((file) => [file, { rank: rank(file), size: statSync(file.moduleId).size }]));
    const placeOf = (file: TestSpecification) => places.get(file) ?? { rank: 0, size: 0 };
    return files.toSorted((a, b) => placeOf(a).rank - placeOf(b).rank || placeOf(b).size - placeOf(a).size);
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = SLOWEST.findIndex((part) => moduleId.includes(`/${part}`));
  return index === -1 ? SLOWEST.length : index;
}
