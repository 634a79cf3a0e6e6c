/**
 * Reads rules from a JSON document that a person wrote: `{ "rules": [{ "effect": …, "when": …, "why": … }] }`.
 *
 * What it does not know it refuses, naming the place: a misspelt condition that is skipped makes a rule wider than
 * meant.
 */

import { EFFECTS } from "../effect.ts";
import { isAbsolutePattern } from "../facets/path.ts";
import { readUrlPattern } from "../facets/url.ts";
import { type Fields, readFields } from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import { quote } from "../quote.ts";
import { ACCESSES, NETWORKS, SOURCES, SUBJECT_TYPES } from "../subject.ts";
import type { ArgumentPattern, Condition, Rule } from "../rule.ts";
import { kindsFor, PROPERTIES, speaksOf } from "./speaks-of.ts";

export interface ParseRulesOptions {
  /** What `~/` at the beginning of a path means. */
  readonly home?: string;
}

export function parseRules(document: unknown, options: ParseRulesOptions = {}): readonly Rule[] {
  const problems: Problem[] = [];
  const rules = readFields(document, "", ["rules"], problems)
    .list("rules")
    .map(({ value, path }) => readRule(readFields(value, path, ["effect", "when", "why"], problems), options));
  if (problems.length === 0) return rules;
  const lines = problems.map(({ path, message }) => `${path || "the document"} ${message}`);
  throw new PolicyError("invalid_document", `These rules cannot be used:\n${lines.join("\n")}`, { problems });
}

function readRule(fields: Fields, options: ParseRulesOptions): Rule {
  const effect = fields.oneOf("effect", EFFECTS);
  const when = readCondition(fields.fields("when", ["subject", ...PROPERTIES]), options);
  if (speaksOf({ effect, when }).length === 0) {
    const admitted = kindsFor(when);
    const problem =
      admitted.length === 0
        ? "names properties that nothing has together"
        : `must say "subject": "${admitted.join('" or "')}", because an allow does not speak of it otherwise`;
    fields.problem("when", problem);
  }
  return { effect, when, why: fields.optionalText("why") };
}

function readCondition(fields: Fields, { home }: ParseRulesOptions): Condition {
  return {
    subject: fields.optionalOneOf("subject", SUBJECT_TYPES),
    server: fields.texts("server"),
    tool: fields.texts("tool"),
    arguments: fields.has("arguments") ? readArguments(fields) : undefined,
    path: fields.texts("path")?.map((pattern) => readPath(pattern, fields, home)),
    access: fields.someOf("access", ACCESSES),
    url: fields.texts("url")?.map((pattern) => readUrl(pattern, fields)),
    network: fields.someOf("network", NETWORKS),
    command: fields.texts("command"),
    variable: fields.texts("variable"),
    source: fields.someOf("source", SOURCES),
  };
}

function readArguments(fields: Fields): NonNullable<Condition["arguments"]> {
  const entries = Object.entries(fields.record("arguments") ?? {}).map(([name, value]) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    const patterns = given.filter(isArgumentPattern);
    if (patterns.length === 0 || patterns.length < given.length) {
      fields.problem("arguments", `should give ${quote(name)} a text, number, true, false or null, or a list of those`);
    }
    return [name, patterns] as const;
  });
  return Object.fromEntries(entries);
}

function isArgumentPattern(value: unknown): value is ArgumentPattern {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function readPath(pattern: string, fields: Fields, home: string | undefined): string {
  if (pattern.includes("\\")) fields.problem("path", `should have / between folders, not \\: ${quote(pattern)}`);
  if (pattern.startsWith("~")) {
    if (home !== undefined && pattern.startsWith("~/")) return home.replaceAll("\\", "/") + pattern.slice(1);
    fields.problem("path", `begins with ~, and it is not known whose home that is: ${quote(pattern)}`);
  }
  const segments = pattern.split("/").slice(isAbsolutePattern(pattern) ? 1 : 0);
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) {
    fields.problem("path", `can never match, because of an empty, "." or ".." part: ${quote(pattern)}`);
  }
  return pattern;
}

function readUrl(pattern: string, fields: Fields): string {
  if (!readUrlPattern(pattern)) fields.problem("url", `should be [scheme://]host[:port], and is ${quote(pattern)}`);
  return pattern;
}
