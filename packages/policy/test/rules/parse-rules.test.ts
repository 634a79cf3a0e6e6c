import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decide, parseRules, PolicyError, type Problem } from "../../src/index.ts";

function problemsOf(document: unknown): readonly Problem[] {
  try {
    parseRules(document);
  } catch (error) {
    if (error instanceof PolicyError) return error.details.problems ?? [];
    throw error;
  }
  return [];
}
const rule = (when: unknown, effect = "deny") => ({ rules: [{ effect, when }] });

describe("parseRules", () => {
  it("reads rules as users write them", () => {
    const rules = parseRules(
      {
        rules: [
          { effect: "allow", when: { tool: "mcp__github__get_*" }, why: "reading is fine" },
          { effect: "ask", when: { server: ["a", "b"], arguments: { force: true, branch: ["main", "release/*"] } } },
          { effect: "deny", when: { path: "~/.ssh/**", access: "read" } },
          { effect: "allow", when: { subject: "server", url: "http://nas.local:3000", network: "private" } },
        ],
      },
      { home: "/home/me" },
    );
    const policy = [{ name: "user", rules }];
    const key = { type: "path", access: "read", path: "/home/me/.ssh/id_rsa", roots: ["/"] } as const;
    expect(decide(key, policy).effect).toBe("deny");
    expect(decide({ type: "tool-call", server: "github", tool: "get_issue" }, policy).effect).toBe("allow");
    const forced = {
      type: "tool-call",
      server: "a",
      tool: "push",
      arguments: { force: true, branch: "main" },
    } as const;
    expect(decide(forced, policy).by).toMatchObject({ type: "rule", number: 2 });
  });

  it.each([
    ["the whole", [], "", "must be an object, not an empty array"],
    ["no rules", {}, "rules", "is missing; expected an array"],
    ["an unknown field", { rules: [], rule: [] }, "rule", "is unknown; expected one of rules"],
    ["a rule that is none", { rules: ["deny"] }, "rules[0]", 'must be an object, not "deny"'],
    ["an unknown effect", rule({}, "alow"), "rules[0].effect", 'must be one of allow, ask, deny, not "alow"'],
    ["a misspelt condition", rule({ tol: "x" }), "rules[0].when.tol", expect.stringContaining("is unknown")],
    [
      "a number for a name",
      rule({ tool: 5 }),
      "rules[0].when.tool",
      expect.stringContaining("must be a non-empty string"),
    ],
    ["an empty list", rule({ server: [] }), "rules[0].when.server", expect.stringContaining("not an empty array")],
    [
      "an unknown network",
      rule({ network: "lan" }),
      "rules[0].when.network",
      expect.stringContaining("one or more of public"),
    ],
    [
      "a URL with a path",
      rule({ url: "https://a.test/b" }),
      "rules[0].when.url",
      expect.stringContaining("[scheme://]host[:port]"),
    ],
    [
      "an argument that is an object",
      rule({ arguments: { a: {} } }),
      "rules[0].when.arguments",
      expect.stringContaining('must give "a"'),
    ],
    ["an unknown home", rule({ path: "~/x" }), "rules[0].when.path", expect.stringContaining("starts with ~")],
    ["a path that goes up", rule({ path: "../x" }), "rules[0].when.path", expect.stringContaining("can never match")],
    [
      "a path with a slash at its end",
      rule({ path: "src/" }),
      "rules[0].when.path",
      expect.stringContaining("can never match"),
    ],
    [
      "a path with backslashes",
      rule({ path: "src\\a" }),
      "rules[0].when.path",
      expect.stringContaining("between folders"),
    ],
    [
      "properties that no subject has together",
      rule({ path: "a", url: "b" }),
      "rules[0].when",
      "combines properties that no subject has together",
    ],
    [
      "an admission in passing",
      rule({ source: "client" }, "allow"),
      "rules[0].when",
      expect.stringContaining('must say "subject"'),
    ],
    [
      "a name of JavaScript's own",
      rule(JSON.parse('{"__proto__":{"tool":"x"}}')),
      "rules[0].when.__proto__",
      expect.stringContaining("is unknown"),
    ],
  ])("refuses %s with its path", (_what, document, path, message) => {
    expect(problemsOf(document)).toContainEqual({ path, message });
  });

  it("names all problems at once, and the message can be shown as it is", () => {
    const document = { rules: [{ effect: "no", when: { tol: "x" } }, { when: {} }] };
    expect(problemsOf(document)).toHaveLength(3);
    expect(() => parseRules(document)).toThrow(/^Invalid rules:\nrules\[0\]\.effect must be one of/);
  });

  it("never throws anything but its own error, whatever the document", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.jsonValue().map((when) => rule(when)),
        ),
        (document) => {
          expect(problemsOf(document)).toBeInstanceOf(Array);
        },
      ),
    );
  });
});
