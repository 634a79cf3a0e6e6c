import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { decide, type Effect, type Rule } from "../../src/index.ts";

const roots = ["/home/me/project"];

function fits(
  effect: Effect,
  pattern: string,
  path: string,
  options: { asked?: string; roots?: string[] } = {},
): boolean {
  const rule: Rule = { effect, when: { path: pattern } };
  const subject = { type: "path", access: "read", path, roots, ...options } as const;
  return decide(subject, [{ name: "user", rules: [rule] }]).by.type === "rule";
}

describe("a path pattern", () => {
  it.each([
    ["src/**", "/home/me/project/src/a/b.ts", true],
    ["src/**", "/home/me/project/src", true],
    ["src/*", "/home/me/project/src/a/b.ts", false],
    ["**/*.ts", "/home/me/project/a.ts", true],
    ["**/*.ts", "/home/me/project/src/a/b.ts", true],
    ["**/.git/**", "/home/me/project/.git/hooks/pre-commit", true],
    ["**", "/home/me/project", true],
    ["**", "/home/me/project-evil/a", false],
    ["**", "/etc/passwd", false],
    ["/etc/**", "/etc/passwd", true],
    ["/**", "/etc/passwd", true],
    ["src/**", "/src/a", false],
    ["a/**/b/**/c", "/home/me/project/a/x/b/b/y/c", true],
    ["a/**/b/**/c", "/home/me/project/a/x/c/b", false],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(fits("allow", pattern, path)).toBe(expected);
    expect(fits("deny", pattern, path)).toBe(expected);
  });

  it("on Windows is written with slashes too", () => {
    const windows = { roots: [String.raw`C:\Users\me\project`] };
    expect(fits("deny", "src/**", String.raw`C:\Users\me\project\src\a.ts`, windows)).toBe(true);
    expect(fits("deny", "C:/Windows/**", String.raw`C:\Windows\System32\drivers`, windows)).toBe(true);
    expect(fits("deny", "**", String.raw`D:\Users\me\project\src`, windows)).toBe(false);
  });

  it("that denies does not care about case, and one that allows does", () => {
    expect(fits("deny", "secrets/**", "/home/me/project/SECRETS/key")).toBe(true);
    expect(fits("ask", "secrets/**", "/home/me/project/SECRETS/key")).toBe(true);
    expect(fits("allow", "docs/**", "/home/me/project/DOCS/key")).toBe(false);
  });

  it("that denies also catches the name that was asked for, and one that allows only where it leads", () => {
    const link = { asked: "/home/me/project/link/key" };
    expect(fits("deny", "link/**", "/etc/key", link)).toBe(true);
    expect(fits("allow", "link/**", "/etc/key", link)).toBe(false);
  });

  it("seen from the roots and one that is absolute are never exceptions from each other", () => {
    const rules: Rule[] = [
      { effect: "deny", when: { path: "**" } },
      { effect: "allow", when: { path: "/home/me/project/docs/**" } },
    ];
    const subject = { type: "path", access: "read", path: "/home/me/project/docs/a", roots } as const;
    expect(decide(subject, [{ name: "user", rules }]).effect).toBe("deny");
  });

  it("that is wider than another never loses to it by being allowed", () => {
    const segment = fc.constantFrom("a", "b", "*", "**", "a*");
    const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
    const file = fc.array(fc.constantFrom("a", "b", "ab"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pattern, pattern, fc.array(file, { minLength: 1, maxLength: 20 }), (denied, allowed, files) => {
        const rules: Rule[] = [
          { effect: "deny", when: { path: denied } },
          { effect: "allow", when: { path: allowed } },
        ];
        const path = (segments: readonly string[]) => `/home/me/project/${segments.join("/")}`;
        const both = files.map(path).filter((one) => fits("deny", denied, one) && fits("allow", allowed, one));
        const isException = both.some((path) => {
          const subject = { type: "path", access: "read", path, roots } as const;
          return decide(subject, [{ name: "user", rules }]).effect === "allow";
        });
        // An exception must be contained: no file that it allows may be outside of what it is an exception from.
        fc.pre(isException);
        const outside = files.map(path).filter((one) => fits("allow", allowed, one) && !fits("deny", denied, one));
        expect(outside).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("reads a long path as often for a thousand patterns as for one", () => {
    const long = { type: "path", access: "read", path: `/home/me/project/${"a/".repeat(5_000)}x`, roots } as const;
    const charactersFolded = (patterns: readonly string[]) => {
      const folding = vi.spyOn(String.prototype, "normalize");
      decide(long, [{ name: "user", rules: [{ effect: "deny", when: { path: patterns } }] }]);
      const characters = folding.mock.contexts.map((text) => String(text).length).filter((length) => length > 5_000);
      folding.mockRestore();
      return characters;
    };
    const thousand = Array.from({ length: 1_000 }, (_, index) => `/**/secret-${index}/**`);
    expect(charactersFolded(thousand)).toEqual(charactersFolded(["/**/secret/**"]));
  });
});
