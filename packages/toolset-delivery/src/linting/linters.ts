/** The linters: how each is recognised, started and read. */

import { itemsOf, numberOf, objectOf, parseJson, stringOf, valueAt } from "@tenon/basis";

import { installedProgram, type ProjectFiles } from "../programs/project-files.ts";

export const LINTERS = ["oxlint", "eslint", "biome", "ruff", "flake8", "clippy"] as const;
export type LinterName = (typeof LINTERS)[number];

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface Linter {
  isUsedBy(files: ProjectFiles): boolean;
  command(project: string, path: string): readonly [command: string, ...args: string[]];
  /** Undefined if it is not its report. */
  read(output: string): readonly Finding[] | undefined;
}

export const linters: Readonly<Record<LinterName, Linter>> = {
  oxlint: {
    isUsedBy: (files) => files.dependsOn("oxlint") || files.has(".oxlintrc.json", "oxlint.config.*"),
    command: (project, path) => [installedProgram(project, "oxlint"), "--format=json", path],
    read(output) {
      const list = valueAt(parseJson(output), "diagnostics");
      return Array.isArray(list) ? list.map(oxlintFinding) : undefined;
    },
  },
  eslint: {
    isUsedBy: (files) => files.dependsOn("eslint") || files.has("eslint.config.*", ".eslintrc*"),
    command: (project, path) => [installedProgram(project, "eslint"), "--format=json", path],
    read(output) {
      const files = parseJson(output);
      if (!Array.isArray(files)) return undefined;
      return files.flatMap((file) =>
        itemsOf(valueAt(file, "messages")).map((message) =>
          finding({
            file: valueAt(file, "filePath"),
            line: valueAt(message, "line"),
            rule: valueAt(message, "ruleId"),
            isWarning: valueAt(message, "severity") === 1,
            message: valueAt(message, "message"),
          }),
        ),
      );
    },
  },
  biome: {
    isUsedBy: (files) => files.dependsOn("@biomejs/biome") || files.has("biome.json", "biome.jsonc"),
    // The format of GitHub has lines, which biome's JSON has not.
    command: (project, path) => [
      installedProgram(project, "biome"),
      "lint",
      "--reporter=github",
      "--max-diagnostics=none",
      path,
    ],
    read: (output) =>
      [...output.matchAll(WORKFLOW)].map(([, kind, fields = "", message]) => {
        const field = (name: string) => new RegExp(`(?:^|,)${name}=([^,]*)`).exec(fields)?.[1];
        return finding({
          file: field("file"),
          line: Number(field("line")),
          rule: field("title"),
          isWarning: kind !== "error",
          message: decodeURIComponent(message ?? ""),
        });
      }),
  },
  ruff: {
    isUsedBy: (files) => files.has("ruff.toml", ".ruff.toml") || files.text("pyproject.toml").includes("[tool.ruff"),
    command: (_, path) => ["ruff", "check", "--output-format=json", "--no-cache", path],
    read(output) {
      const list = parseJson(output);
      if (!Array.isArray(list)) return undefined;
      return list.map((one) =>
        finding({
          file: valueAt(one, "filename"),
          line: valueAt(one, "location", "row"),
          rule: valueAt(one, "code"),
          isWarning: false,
          message: valueAt(one, "message"),
        }),
      );
    },
  },
  flake8: {
    isUsedBy: (files) =>
      files.has(".flake8") || ["setup.cfg", "tox.ini"].some((name) => files.text(name).includes("[flake8]")),
    command: (_, path) => ["flake8", "--format=%(path)s:%(row)d:%(code)s:%(text)s", path],
    read: (output) =>
      [...output.matchAll(/^(.+?):(\d+):([A-Z]+\d+):(.*)$/gm)].map(([, file, line, rule, message]) =>
        finding({ file, line: Number(line), rule, isWarning: rule?.startsWith("W") === true, message }),
      ),
  },
  clippy: {
    isUsedBy: (files) => files.has("Cargo.toml"),
    command: () => ["cargo", "clippy", "--quiet", "--message-format=json"],
    read: (output) =>
      output.split("\n").flatMap((line) => {
        const event = parseJson(line);
        const message = objectOf(valueAt(event, "message"));
        const span = itemsOf(message["spans"]).find((one) => valueAt(one, "is_primary") === true);
        if (valueAt(event, "reason") !== "compiler-message" || span === undefined) return [];
        const about = { file: valueAt(span, "file_name"), line: valueAt(span, "line_start") };
        const rule = valueAt(message, "code", "code");
        return [finding({ ...about, rule, isWarning: message["level"] !== "error", message: message["message"] })];
      }),
  },
};

export function detectLinters(files: ProjectFiles): readonly LinterName[] {
  return LINTERS.filter((name) => linters[name].isUsedBy(files));
}

// A workflow command: `::error title=lint/x,file=a.js,line=1::Message`.
const WORKFLOW = /^::(error|warning|notice) (.*?)::(.*)$/gm;

function oxlintFinding(one: unknown): Finding {
  return finding({
    file: valueAt(one, "filename"),
    line: valueAt(one, "labels", 0, "span", "line"),
    rule: valueAt(one, "code"),
    isWarning: valueAt(one, "severity") !== "error",
    message: valueAt(one, "message"),
  });
}

interface RawFinding {
  readonly file: unknown;
  readonly line: unknown;
  readonly rule: unknown;
  readonly isWarning: boolean;
  readonly message: unknown;
}

const MAX_MESSAGE = 500;

function finding({ file, line, rule, isWarning, message }: RawFinding): Finding {
  return {
    file: stringOf(file) ?? "",
    line: numberOf(line) ?? 0,
    rule: stringOf(rule) ?? "",
    severity: isWarning ? "warning" : "error",
    message: (stringOf(message) ?? "").slice(0, MAX_MESSAGE),
  };
}
