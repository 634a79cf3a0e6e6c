import { describe, expect, it } from "vitest";

import { readSettings } from "../../src/commands/run/open-session.ts";
import { exitCodeFor } from "../../src/commands/run/show/outcome.ts";
import { readPolicy } from "../../src/commands/run/input/policy.ts";
import { sessionServers } from "../../src/commands/run/input/servers-to-send.ts";

const denied = [{ title: "Run tests", reason: "There is no terminal to ask on." }];

describe("the exit code", () => {
  it.each([
    ["end_turn", [], 0],
    ["end_turn", denied, 5],
    ["refusal", [], 3],
    ["max_tokens", [], 4],
    ["max_turn_requests", [], 4],
    ["max_tokens", denied, 4],
    ["cancelled", [], 6],
    ["cancelled", denied, 5],
    ["bored", [], 1],
    ["", [], 1],
    [undefined, [], 1],
  ])("of %s with %j denied is %i", (stopReason, denied, code) => {
    expect(exitCodeFor({ stopReason, denied })).toBe(code);
  });

  it.each(["end_turn", "refusal", "max_tokens", "cancelled", "anything"])(
    "is never 0 when something was denied and the agent says %s (anthropics/claude-code#90578)",
    (stopReason) => expect(exitCodeFor({ stopReason, denied })).not.toBe(0),
  );
});

describe("a slip on the command line is explained", () => {
  it.each([
    ["--policy alow", () => readPolicy("alow"), "--policy: expected allow, ask, deny or a file"],
    [
      "--policy of a file with no rules",
      () => readPolicy(import.meta.filename),
      /--policy: invalid rules in .*outcome\.test\.ts: /,
    ],
    ["--option fast", async () => readSettings(["fast"]), "--option: expected name=value"],
    ["--mcp-config of no file", () => sessionServers({ mcpConfig: "/nonexistent.json", cwd: "/" }), "cannot read"],
    ["--server of nothing", () => sessionServers({ server: [""], cwd: "/" }), "--server: expected a command line"],
  ])("%s", async (_, read, words) => {
    await expect(read()).rejects.toMatchObject({ name: "UsageError", message: expect.stringMatching(words) });
  });
});

it("[H19] a run whose agent does not start the servers that it was given does not end with 0", () => {
  expect(exitCodeFor({ stopReason: "end_turn", denied: [], unusedServers: ["files"] })).toBe(1);
});
