import { describe, expect, it } from "vitest";

import { createRedactor, secretsOf } from "../../src/index.ts";

describe("secretsOf", () => {
  it("finds the secrets among what a server is given", () => {
    const secrets = secretsOf({
      env: {
        GITHUB_TOKEN: "gh-abc-123",
        DATABASE_URL: "postgres://me:db-pass-1@db.test/x",
        PLAIN: "q8Zr2LkPw0Xy7TnVb3Mc",
        ROOT: "/home/me/project-2",
        NODE_ENV: "production",
        USE_TOKEN: "true",
        EMPTY_SECRET: "",
      },
      headers: { Authorization: "Bearer header-secret-1", "X-Team": "team-42-blue", Accept: "application/json" },
    });
    expect(secrets.toSorted()).toEqual([
      "Bearer header-secret-1",
      "db-pass-1",
      "gh-abc-123",
      "header-secret-1",
      "q8Zr2LkPw0Xy7TnVb3Mc",
      "team-42-blue",
    ]);
  });

  it("leaves paths and settings readable", () => {
    const env = { ROOT: "/home/me/project-2", API_KEY: "abc-123-def" };
    const { redact } = createRedactor({ secrets: secretsOf({ env }) });
    expect(redact("/home/me/project-2/a.ts: abc-123-def")).toBe("/home/me/project-2/a.ts: [redacted]");
  });

  it("takes names with versions for no secrets, and a file that is given as a value neither", () => {
    const args = [
      "my-mcp-server-v2.10.3-beta",
      "@scope/name@1.2.3",
      "claude-sonnet-4-20250514",
      "a-".repeat(2_000) + "_1",
    ];
    expect(secretsOf({ args: args.slice(0, 3) })).toEqual([]);
    expect(secretsOf({ args: args.slice(3) })).toHaveLength(1);
    expect(secretsOf({ args: ["a-".repeat(50_000) + "_1"], env: { NOTES: "aB3".repeat(5_000) } })).toEqual([]);
    expect(secretsOf({ env: { NOTES_TOKEN: "aB3".repeat(5_000) } })).toHaveLength(1);
  });

  it("finds nothing in nothing", () => {
    expect(secretsOf({})).toEqual([]);
  });
});
