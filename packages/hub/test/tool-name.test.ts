import fc from "fast-check";
import { expect, it } from "vitest";

import { anyText } from "../../../tooling/any-text.ts";
import { toolName } from "../src/catalogue/tool-name.ts";

it("keeps the tool's own name when the server's is long", () => {
  const server = "a-server-whose-name-says-everything-that-its-author-wanted-to-say-about-it-and-then-some";
  expect(server).toHaveLength(88);
  const names = ["create_pull_request", "list_pull_requests"].map((tool) => toolName(server, tool));
  expect(names).toEqual([
    expect.stringMatching(/^mcp__a-server-whose-[\w-]*__create_pull_request_[0-9a-f]{8}$/),
    expect.stringMatching(/^mcp__a-server-whose-[\w-]*__list_pull_requests_[0-9a-f]{8}$/),
  ]);
  expect(toolName(server, "t".repeat(200))).toMatch(/^mcp__a-serve-__t{40}_[0-9a-f]{8}$/);
  expect(toolName("postgres-of-another", "t".repeat(200))).not.toMatch(/^mcp__postgres__/);
});

it("is readable where it can be", () => {
  expect(toolName("github", "create_issue")).toBe("mcp__github__create_issue");
});

it("[P64] [P65] [P-02] is safe for every provider, and the same every time", () => {
  fc.assert(
    fc.property(anyText(), anyText(), (server, tool) => {
      const name = toolName(server, tool);
      expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
      expect(toolName(server, tool)).toBe(name);
    }),
  );
});

it("[P66] is never the same for two tools", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "_", "-", ".", "/"), maxLength: 6 });
  const pair = fc.tuple(word, word);
  fc.assert(
    fc.property(pair, pair, (one, other) => {
      fc.pre(one[0] !== other[0] || one[1] !== other[1]);
      expect(toolName(...one)).not.toBe(toolName(...other));
    }),
  );
});

it("[P66] the tools of one server never look like those of another", () => {
  expect(toolName("github__x", "y")).not.toMatch(/^mcp__github__/);
});
