import { describe, expect, it } from "vitest";

import { decide, PolicyError } from "../../src/index.ts";

function fits(pattern: string, url: string): boolean {
  const rules = [{ effect: "deny", when: { url: pattern } }] as const;
  return decide({ type: "url", url }, [{ name: "user", rules }]).effect === "deny";
}

describe("a URL pattern", () => {
  it.each([
    ["example.com", "https://example.com/a?b", true],
    ["example.com", "https://EXAMPLE.com./", true],
    ["example.com", "https://api.example.com/", false],
    ["example.com", "https://example.com.evil.test/", false],
    ["example.com", "https://example.com@evil.test/", false],
    ["evil.test", "https://example.com@evil.test/", true],
    ["*.example.com", "https://a.b.example.com/", true],
    ["*.example.com", "https://example.com/", false],
    ["*.example.com", "https://evilexample.com/", false],
    ["https://example.com", "http://example.com/", false],
    ["https://example.com:8443", "https://example.com:8443/", true],
    ["https://example.com:443", "https://example.com/", true],
    ["example.com:8443", "https://example.com/", false],
    ["127.0.0.1", "http://2130706433/", true],
    ["127.0.0.1", "http://0x7f.1/", true],
    ["127.0.0.1", "http://0177.0.0.1:3000/", true],
    ["[::1]", "http://[0:0:0:0:0:0:0:1]/", true],
    ["bücher.example", "https://xn--bcher-kva.example/", true],
    ["*", "wss://anything.test/", true],
    ["http://*", "https://anything.test/", false],
  ])("%s on %s: %s", (pattern, url, expected) => {
    expect(fits(pattern, url)).toBe(expected);
  });

  it("matches only URLs", () => {
    expect(fits("*", "not a url")).toBe(false);
  });

  it.each([
    "https://example.com/path",
    "ftp://example.com",
    "*.*.com",
    "a b",
    "me@example.com",
    "*.[::1]",
    "exa*mple.com",
  ])("%s is refused", (pattern) => {
    expect(() => fits(pattern, "https://example.com/")).toThrow(PolicyError);
  });
});
