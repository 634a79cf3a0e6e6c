import { allow, spawnedClient } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { noConfiguration, runTenon, tenon } from "../tenon.ts";

const URL = "https://does-not-exist.invalid/mcp";

it("[C1] tenon tools names a host that does not resolve, and prints no stack", async () => {
  const { stderr } = await runTenon("tools", "list", "--server", URL);
  expect(stderr).toMatch(/does-not-exist\.invalid.*ENOTFOUND|ENOTFOUND.*does-not-exist\.invalid/u);
  expect(stderr).not.toMatch(/^\s+at /mu);
});

it.each([
  ["--optional-server", 0],
  ["--server", 1],
] as const)(
  "[C1] tenon run answers although the host of a %s does not resolve, and ends with %i",
  async (flag, status) => {
    const { code, stdout, stderr } = await runTenon("run", flag, URL, "hello");
    expect(code).toBe(status);
    expect(stdout).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /mu);
  },
);

it("[C1] fetch_url names a host that does not resolve", async () => {
  await using client = await spawnedClient(
    { command: process.execPath, args: [tenon, "agent", "--model", "rehearsal"], env: noConfiguration },
    { answers: { "session/request_permission": allow } },
  );
  await client.initialize();
  const { sessionId } = await client.newSession();
  await expect(client.prompt(sessionId, `use fetch_url url="${URL}"`)).resolves.toEqual({ stopReason: "end_turn" });
  const failed = client.updates(sessionId).find((update) => "status" in update && update.status === "failed");
  expect(JSON.stringify(failed)).toMatch(/does-not-exist\.invalid/u);
  expect(JSON.stringify(failed)).toMatch(/ENOTFOUND|does not resolve/u);
});
