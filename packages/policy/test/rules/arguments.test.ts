import { describe, expect, it } from "vitest";

import { type ArgumentPattern, decide, type Effect } from "../../src/index.ts";

function decides(effect: Effect, pattern: ArgumentPattern | readonly ArgumentPattern[], value: unknown): boolean {
  const rule = { effect, when: { tool: "t", arguments: { a: pattern } } };
  const subject = { type: "tool-call", tool: "t", arguments: { a: value } } as const;
  return decide(subject, [{ name: "user", rules: [rule] }]).by.type === "rule";
}

describe("a rule on arguments", () => {
  it.each([
    ["a text by a glob", "release/*", "release/1.2", true],
    ["not another text", "release/*", "main", false],
    ["a number", 5, 5, true],
    ["a flag", false, false, true],
    ["null", null, null, true],
    ["one of several", ["main", 5], 5, true],
  ] as const)("fits %s", (_what, pattern, value, expected) => {
    expect(decides("deny", pattern, value)).toBe(expected);
  });

  it("does not fit a call without that argument", () => {
    const rule = { effect: "deny", when: { arguments: { a: "*", constructor: "*" } } } as const;
    const subject = { type: "tool-call", tool: "t", arguments: { a: "x" } } as const;
    expect(decide(subject, [{ name: "user", rules: [rule] }]).effect).toBe("ask");
  });

  it("denies if one item fits, and allows only if all do", () => {
    expect(decides("deny", "/etc/*", ["/tmp/a", "/etc/passwd"])).toBe(true);
    expect(decides("allow", "/tmp/*", ["/tmp/a", "/etc/passwd"])).toBe(false);
    expect(decides("allow", "/tmp/*", ["/tmp/a", "/tmp/b"])).toBe(true);
    expect(decides("allow", "/tmp/*", { from: "/tmp/a", to: ["/tmp/b"] })).toBe(true);
    expect(decides("allow", "*", [])).toBe(false);
  });

  it("cannot be escaped by sending a number as a text, or the other way round", () => {
    expect(decides("deny", 5, "5")).toBe(true);
    expect(decides("deny", "5", 5)).toBe(true);
    expect(decides("ask", true, "true")).toBe(true);
    expect(decides("allow", "5", 5)).toBe(false);
    expect(decides("allow", 5, "5")).toBe(false);
  });

  it("allows nothing that is nested too deep to look at", () => {
    let deep: unknown = "/tmp/a";
    for (let level = 0; level < 100; level++) deep = [deep];
    expect(decides("allow", "*", deep)).toBe(false);
  });
});
