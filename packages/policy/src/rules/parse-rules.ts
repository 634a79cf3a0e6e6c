/**
 * Reads rules from a JSON document that a person wrote: `{ "rules": [{ "effect": …, "when": …, "why": … }] }`.
 *
 * Unknown fields are refused with their path: a misspelt condition that is skipped makes a rule wider than meant.
 */

import { EFFECTS } from "../effect.ts";
import { isAbsolutePattern } from "../facets/path.ts";
import { readUrlPattern } from "../facets/url.ts";
import {
  type Fields,
  NON_EMPTY_STRING,
  OBJECT,
  ONE_OR_MORE_STRINGS,
  oneOf,
  readFields,
  someOf,
} from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import { quote } from "../quote.ts";
import { ACCESSES, NETWORKS, SOURCES, SUBJECT_TYPES } from "../subject.ts";
import type { ArgumentPattern, Condition, Rule } from "../rule.ts";
import { isAbout, possibleTypes, PROPERTIES } from "./subject-types.ts";

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
  throw invalid("Invalid rules", problems);
}

const PACK_FIELDS = ["effect", "tool", "arguments", "why"];

/**
 * Reads the rules that a server suggests for its own tools (a policy pack). They can only tighten: one that allows something
 * makes the whole pack invalid, and each rule is limited to the tools of `server`, as the user's configuration names it.
 */
export function parsePack(document: unknown, server: string): readonly Rule[] {
  const problems: Problem[] = [];
  const rules = readFields(document, "", ["rules"], problems)
    .list("rules")
    .map(({ value, path }) => {
      const fields = readFields(value, path, PACK_FIELDS, problems);
      const effect = fields.required("effect", oneOf(["allow", "ask", "deny"] as const));
      if (effect === "allow") fields.problem("effect", 'is "allow", and a policy pack can only "ask" or "deny"');
      const tool = fields.required("tool", ONE_OR_MORE_STRINGS);
      const when = { subject: "tool-call", server, tool };
      const args = fields.has("arguments") ? { arguments: fields.required("arguments", OBJECT) } : {};
      return { effect, when: { ...when, ...args }, why: fields.required("why", NON_EMPTY_STRING) };
    });
  if (problems.length === 0) return parseRules({ rules });
  throw invalid(`The policy pack of ${server} is refused`, problems);
}

function invalid(what: string, problems: readonly Problem[]): PolicyError {
  const lines = problems.map(({ path, message }) => `${path || "the document"} ${message}`);
  return new PolicyError("invalid_document", `${what}:\n${lines.join("\n")}`, { problems });
}

function readRule(fields: Fields, options: ParseRulesOptions): Rule {
  const effect = fields.required("effect", oneOf(EFFECTS));
  const when = readCondition(fields.fields("when", ["subject", ...PROPERTIES]), options);
  const admitted = possibleTypes(when);
  if (!admitted.some((type) => isAbout({ effect, when }, type))) {
    const problem =
      admitted.length === 0
        ? "combines properties that no subject has together"
        : `must say "subject": "${admitted.join('" or "')}"; without it an allow does not cover that subject`;
    fields.problem("when", problem);
  }
  return { effect, when, why: fields.optional("why", NON_EMPTY_STRING) };
}

function readCondition(fields: Fields, { home }: ParseRulesOptions): Condition {
  return {
    subject: fields.optional("subject", oneOf(SUBJECT_TYPES)),
    server: fields.optional("server", ONE_OR_MORE_STRINGS),
    tool: fields.optional("tool", ONE_OR_MORE_STRINGS),
    arguments: fields.has("arguments") ? readArguments(fields) : undefined,
    path: fields.optional("path", ONE_OR_MORE_STRINGS)?.map((pattern) => readPath(pattern, fields, home)),
    access: fields.optional("access", someOf(ACCESSES)),
    url: fields.optional("url", ONE_OR_MORE_STRINGS)?.map((pattern) => readUrl(pattern, fields)),
    network: fields.optional("network", someOf(NETWORKS)),
    command: fields.optional("command", ONE_OR_MORE_STRINGS),
    variable: fields.optional("variable", ONE_OR_MORE_STRINGS),
    source: fields.optional("source", someOf(SOURCES)),
  };
}

function readArguments(fields: Fields): NonNullable<Condition["arguments"]> {
  const entries = Object.entries(fields.required("arguments", OBJECT)).map(([name, value]) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    const patterns = given.filter(isArgumentPattern);
    if (patterns.length === 0 || patterns.length < given.length) {
      fields.problem(
        "arguments",
        `must give ${quote(name)} a string, number, boolean or null, or a non-empty array of those`,
      );
    }
    return [name, patterns] as const;
  });
  return Object.fromEntries(entries);
}

function isArgumentPattern(value: unknown): value is ArgumentPattern {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function readPath(pattern: string, fields: Fields, home: string | undefined): string {
  if (pattern.includes("\\")) fields.problem("path", `must use / between folders, not \\: ${quote(pattern)}`);
  if (pattern.startsWith("~")) {
    if (home !== undefined && pattern.startsWith("~/")) return home.replaceAll("\\", "/") + pattern.slice(1);
    fields.problem("path", `starts with ~, but the home folder is unknown here: ${quote(pattern)}`);
  }
  const segments = pattern.split("/").slice(isAbsolutePattern(pattern) ? 1 : 0);
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) {
    fields.problem("path", `can never match: remove empty, "." and ".." segments from ${quote(pattern)}`);
  }
  return pattern;
}

function readUrl(pattern: string, fields: Fields): string {
  if (!readUrlPattern(pattern)) fields.problem("url", `must be [scheme://]host[:port], not ${quote(pattern)}`);
  return pattern;
}
