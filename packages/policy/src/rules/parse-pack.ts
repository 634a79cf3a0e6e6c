/**
 * Reads the rules that a server suggests for its own tools (a policy pack): `{ "rules": [{ "effect", "tool", "arguments", "why" }] }`.
 *
 * They can only tighten: one that allows something makes the whole pack invalid, and each rule is limited to the tools of
 * the server that it came from.
 */

import { NON_EMPTY_STRING, OBJECT, ONE_OR_MORE_STRINGS, oneOf, readFields } from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import type { Rule } from "../rule.ts";
import { parseRules } from "./parse-rules.ts";

const FIELDS = ["effect", "tool", "arguments", "why"];

/** `server` is the name of the server in the user's configuration. Throws a `PolicyError` that says what is wrong. */
export function parsePack(document: unknown, server: string): readonly Rule[] {
  const problems: Problem[] = [];
  const rules = readFields(document, "", ["rules"], problems)
    .list("rules")
    .map(({ value, path }) => {
      const fields = readFields(value, path, FIELDS, problems);
      const effect = fields.required("effect", oneOf(["allow", "ask", "deny"] as const));
      if (effect === "allow") fields.problem("effect", 'is "allow", and a policy pack can only "ask" or "deny"');
      const tool = fields.required("tool", ONE_OR_MORE_STRINGS);
      const when = { subject: "tool-call", server, tool };
      const args = fields.has("arguments") ? { arguments: fields.required("arguments", OBJECT) } : {};
      return { effect, when: { ...when, ...args }, why: fields.required("why", NON_EMPTY_STRING) };
    });
  if (problems.length === 0) return parseRules({ rules });
  const lines = problems.map(({ path, message }) => `${path || "the document"} ${message}`);
  throw new PolicyError("invalid_document", `The policy pack of ${server} is refused:\n${lines.join("\n")}`, {
    problems,
  });
}
