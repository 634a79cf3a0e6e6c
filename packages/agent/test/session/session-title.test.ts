import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";

/** And nothing that only `Date.parse` can read. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("the title of a session", () => {
  it("[R62] is sent once, with the first prompt that is no command, and is the one in the list", async () => {
    await using client = await connectAgent();
    const sessionId = await client.open();
    const told = () => client.updates(sessionId).filter((update) => update.sessionUpdate === "session_info_update");
    await client.prompt(sessionId, "/help");
    expect(told()).toEqual([]);
    await client.prompt(sessionId, `\n  Mend the \u{202e}door ${"x".repeat(100)}\nand the window`);
    await client.prompt(sessionId, "And the roof");
    const title = `Mend the  door ${"x".repeat(64)}…`;
    const updatedAt = expect.stringMatching(ISO_8601);
    expect(told()).toEqual([{ sessionUpdate: "session_info_update", title, updatedAt }]);
    const { sessions } = await client.request("session/list", {});
    expect(sessions).toEqual([{ sessionId, cwd: "/", title, updatedAt }]);
    await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    await client.prompt(sessionId, "Once more");
    expect(told()).toHaveLength(1);
  });

  it("[R62] stays as it is where a prompt has no words", async () => {
    await using client = await connectAgent();
    const sessionId = await client.open();
    await client.prompt(sessionId, [{ type: "image", data: "AAAA", mimeType: "image/png" }]);
    const update = await client.until((update) => update.sessionUpdate === "session_info_update");
    expect(update).not.toHaveProperty("title");
  });
});
