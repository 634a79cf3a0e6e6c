/**
 * The order of test files: those that take longest come first, so that no worker is left alone with one at the end.
 * Vitest knows their times only where it ran before.
 */

import { statSync } from "node:fs";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Parts of their paths, the slowest first; all others follow, the largest first. Browsers keep a core busy, so that between
 * their files stand those that mostly wait.
 */
const SLOWEST = [
  "web/test/page.test",
  "cli/test/serve-killed",
  "web/test/page-calls",
  "gateway/test/machines",
  "web/test/served",
  "cli/test/run/run",
  "hub/test/staying-connected",
  "cli/test/faults/agent-process",
  "toolset-delivery/test/deploy",
  "web/test/people",
  "toolset-delivery/test/run-tests",
  "cli/test/connect/",
  "toolset-database/test/server",
  "cli/test/toolset-commands",
  "toolset-database/test/connections",
  "hub/test/stdio-servers",
  "process/test/reaper",
  "cli/test/editor-session",
  "cli/test/tools",
  "cli/test/agent",
  "cli/test/crash",
  "agent/test/serve-agent",
  "journal/test/postgres/",
  "cli/test/doctor/probe",
  "cli/test/serve",
  "web/test/page-fuzzed",
  "journal/test/killed-writer",
  "cli/test/wrap/",
  "policy/test/redact/redactor",
  "cli/test/doctor/broken-servers",
  "proxy/test/wire/life",
  "toolset-delivery/test/adapters",
  "cli/test/faults/",
  "tooling/test/wrapped-recordings",
  "tooling/test/arrival-cell",
  "cli/test/run/",
  "cli/test/function-tools",
  "toolset-database/test/escapes",
  "cli/test/log",
  "client/test/connection/",
  "client/test/session/prompting",
  "process/test/",
  "testkit/test/",
  // Small, and among the last without this.
  "examples/",
  "toolset/test/process",
  "cli/test/stdout",
  "cli/test/long-message",
  "cli/test/give-back-memory",
  "journal/test/sqlite",
  "journal/test/memory-journal",
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
