import { describe, expect, it } from "vitest";

import {
  type Answer,
  auditRecord,
  createRedactor,
  type Decision,
  decide,
  defaultRules,
  type Effect,
} from "../src/index.ts";

const subject = { type: "tool-call", server: "s", tool: "login", arguments: { password: "x", user: "me" } } as const;
const redactor = createRedactor();
const now = new Date("2026-08-01T12:00:00Z");

describe("an audit record", () => {
  it("says what was asked, what was decided, by which rule, by whom, and when; without secrets", () => {
    const answer: Answer = { type: "answered", verdict: "allow", lifetime: "once", person: "me" };
    const record = auditRecord({
      subject,
      decision: decide(subject, [defaultRules]),
      answer,
      session: "1",
      redactor,
      now,
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual({
      at: "2026-08-01T12:00:00.000Z",
      session: "1",
      asked: { ...subject, arguments: { password: "[redacted]", user: "me" } },
      decision: {
        effect: "ask",
        reason: expect.stringContaining("is held for a person's consent by rule 1 of the default policy"),
        by: { type: "rule", layer: "default", number: 1, rule: defaultRules.rules[0] },
      },
      answer,
      outcome: "allowed",
    });
  });

  it.each<readonly [Effect, Answer | undefined, string]>([
    ["allow", undefined, "allowed"],
    ["deny", undefined, "denied"],
    ["ask", undefined, "denied"],
    ["ask", { type: "unanswered", reason: "The turn was cancelled." }, "denied"],
    ["ask", { type: "answered", verdict: "reject", lifetime: "once" }, "denied"],
    ["ask", { type: "answered", verdict: "allow", lifetime: "always" }, "allowed"],
    ["deny", { type: "answered", verdict: "allow", lifetime: "always" }, "denied"],
  ])("%s and %j: %s", (effect, answer, outcome) => {
    const decision: Decision = { effect, reason: "", by: { type: "nothing" } };
    expect(auditRecord({ subject, decision, answer, redactor, now }).outcome).toBe(outcome);
  });
});
