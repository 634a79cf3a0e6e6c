import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";

describe("a session that is deleted", () => {
  it("[R58] [R59] leaves nothing behind, and no complaint about it", async () => {
    const warnings: string[] = [];
    await using client = await connectAgent({ onWarning: (warning) => warnings.push(warning) });
    const [one, other] = [await client.open(), await client.open()];
    for (const sessionId of [one, other]) await client.prompt(sessionId, "hello");
    await client.request("session/delete", { sessionId: one });
    await client.prompt(other, "still here");
    const { sessions } = await client.request("session/list", {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([other]);
    expect(warnings).toEqual([]);
  });
});

describe("a new session", () => {
  it.each(["/no/such/folder", "/dev/null"])("[R41] [M-05] in %s is refused, and not listed", async (cwd) => {
    await using client = await connectAgent();
    await expect(client.open({}, cwd)).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(cwd) });
    await expect(client.request("session/list", {})).resolves.toMatchObject({ sessions: [] });
  });
});
