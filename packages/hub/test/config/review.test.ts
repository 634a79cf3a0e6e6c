import { describe, expect, it } from "vitest";

import { reviewOf, reviewRecord } from "../../src/config/review.ts";
import { trustRequest } from "../../src/config/trust-request.ts";

const notes = (written: object) =>
  trustRequest({ folder: "/p", file: "/p/.mcp.json", server: "notes", written, reads: ["HOME"], codeVariables: [] });

const first = { command: "npx", args: ["-y", "notes@1"], env: { API_KEY: "secret-1", LEVEL: "2" } };

describe("the review of a project's server", () => {
  it("[B7] shows the command and its arguments, and of variables only the names", () => {
    const review = reviewOf(notes(first), undefined);
    expect(review).toMatchObject({ server: "notes", file: "/p/.mcp.json", reads: ["HOME"], isChanged: false });
    expect(review.fields).toEqual([
      { name: "args", value: "-y" },
      { name: "args", value: "notes@1" },
      { name: "command", value: "npx" },
      { name: "env.API_KEY" },
      { name: "env.LEVEL" },
    ]);
    expect(JSON.stringify([review, reviewRecord(notes(first))])).not.toContain("secret-1");
  });

  it("[B7] marks what has changed since it was last trusted", () => {
    const { shown } = reviewRecord(notes(first));
    const next = { command: "npx", args: ["-y", "notes@2"], env: { API_KEY: "secret-2", MORE: "1" } };
    const review = reviewOf(notes(next), shown);
    expect(review.isChanged).toBe(true);
    expect(review.fields.filter(({ change }) => change !== undefined)).toEqual([
      { name: "args", value: "notes@2", change: "added" },
      { name: "env.API_KEY", change: "changed" },
      { name: "env.MORE", change: "added" },
      { name: "args", value: "notes@1", change: "removed" },
      { name: "env.LEVEL", change: "removed" },
    ]);
    expect(reviewOf(notes(first), "not ours").isChanged).toBe(false);
  });
});
