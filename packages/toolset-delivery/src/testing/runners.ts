/** The test runners: how each is recognised, started and read. */

import type { ProjectFiles } from "../programs/project-files.ts";
import { installedProgram } from "../programs/project-files.ts";
import { goCoverage, lcovCoverage, pythonCoverage, summaryCoverage } from "./coverage.ts";
import { readJestJson } from "./jest-json.ts";
import { readJunit } from "./junit.ts";
import { cargoReport, goReport, type LineReport } from "./line-reports.ts";
import type { TestResult } from "./results.ts";

export const RUNNERS = ["vitest", "jest", "node", "pytest", "go", "cargo"] as const;
export type RunnerName = (typeof RUNNERS)[number];

export interface TestRun {
  /** Relative to the project. Without it, everything is run. */
  readonly path: string | undefined;
  readonly coverage: boolean;
  /** An empty folder for reports, which is deleted afterwards. */
  readonly reports: string;
  readonly project: string;
}

export interface Runner {
  isUsedBy(files: ProjectFiles): boolean;
  command(run: TestRun): readonly [command: string, ...args: string[]];
  /** The file in `reports`, and how to read it; or a report made of lines. */
  readonly report: { readonly file: string; read(text: string): readonly TestResult[] } | (() => LineReport);
  readonly coverage?: { readonly file: string; read(text: string): number | undefined };
}

const summary = { file: "coverage-summary.json", read: summaryCoverage };

export const runners: Readonly<Record<RunnerName, Runner>> = {
  vitest: {
    isUsedBy: (files) => files.dependsOn("vitest") || files.has("vitest.config.*"),
    command: ({ path, coverage, reports, project }) => [
      installedProgram(project, "vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reports}/report.json`,
      ...(coverage
        ? [
            "--coverage.enabled",
            "--coverage.reporter=json-summary",
            `--coverage.reportsDirectory=${reports}`,
            "--coverage.clean=false",
          ]
        : []),
      ...given(path),
    ],
    report: { file: "report.json", read: readJestJson },
    coverage: summary,
  },
  jest: {
    isUsedBy: (files) => files.dependsOn("jest") || files.has("jest.config.*"),
    command: ({ path, coverage, reports, project }) => [
      installedProgram(project, "jest"),
      "--json",
      `--outputFile=${reports}/report.json`,
      ...(coverage ? ["--coverage", "--coverageReporters=json-summary", `--coverageDirectory=${reports}`] : []),
      ...given(path),
    ],
    report: { file: "report.json", read: readJestJson },
    coverage: summary,
  },
  node: {
    isUsedBy: (files) => /\bnode\b[^"&|;]*--test\b/.test(files.text("package.json")),
    command: ({ path, coverage, reports }) => [
      process.execPath,
      "--test",
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=junit",
      `--test-reporter-destination=${reports}/report.xml`,
      ...(coverage
        ? ["--experimental-test-coverage", "--test-reporter=lcov", `--test-reporter-destination=${reports}/lcov.info`]
        : []),
      ...given(path),
    ],
    report: { file: "report.xml", read: readJunit },
    coverage: { file: "lcov.info", read: lcovCoverage },
  },
  pytest: {
    isUsedBy: (files) =>
      files.has("pytest.ini", "conftest.py", "test_*.py") ||
      files.text("pyproject.toml").includes("[tool.pytest") ||
      files.text("setup.cfg").includes("[tool:pytest]") ||
      files.text("tox.ini").includes("[pytest]"),
    command: ({ path, coverage, reports }) => [
      "pytest",
      "-p",
      "no:cacheprovider",
      `--junitxml=${reports}/report.xml`,
      ...(coverage ? ["--cov", `--cov-report=json:${reports}/coverage.json`] : []),
      ...given(path),
    ],
    report: { file: "report.xml", read: readJunit },
    coverage: { file: "coverage.json", read: pythonCoverage },
  },
  go: {
    isUsedBy: (files) => files.has("go.mod"),
    command: ({ path, coverage, reports }) => [
      "go",
      "test",
      "-json",
      ...(coverage ? [`-coverprofile=${reports}/cover.out`] : []),
      path === undefined || path === "." ? "./..." : `./${path.replace(/\/?[^/]+_test\.go$/, "")}`,
    ],
    report: goReport,
    coverage: { file: "cover.out", read: goCoverage },
  },
  cargo: {
    isUsedBy: (files) => files.has("Cargo.toml"),
    command: ({ path }) => ["cargo", "test", "--no-fail-fast", ...cargoPath(path)],
    report: cargoReport,
  },
};

export function detectRunners(files: ProjectFiles): readonly RunnerName[] {
  return RUNNERS.filter((name) => runners[name].isUsedBy(files));
}

function given(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}

/** An integration test by its file; a folder is a package of the workspace. */
function cargoPath(path: string | undefined): readonly string[] {
  if (path === undefined || path === ".") return [];
  const file = /([^/]+)\.rs$/.exec(path)?.[1];
  return file === undefined ? [`--manifest-path=${path}/Cargo.toml`] : [`--test=${file}`];
}
