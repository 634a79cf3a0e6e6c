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

  it("finds nothing in nothing", () => {
    expect(secretsOf({})).toEqual([]);
  });
});
