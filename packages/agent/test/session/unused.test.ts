/**
 * Sessions that were never used: an editor opens one with every window.
 */

import { openMemoryJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";

describe("[M31] a session that was never prompted", () => {
  it("is listed while it is open, and not afterwards, but can still be opened", async () => {
    await using client = await connectAgent({});
    const listed = async () =>
      (await client.request("session/list", {})).sessions.map((session: { sessionId: string }) => session.sessionId);
    const unused = await client.open();
    const used = await client.open();
    await client.prompt(used, "hello");
    expect((await listed()).toSorted()).toEqual([unused, used].toSorted());
    for (const sessionId of [unused, used]) await client.request("session/close", { sessionId });
    expect(await listed()).toEqual([used]);
    await client.request("session/resume", { sessionId: unused, cwd: "/", mcpServers: [] });
    await client.prompt(unused, "hello after all");
    await client.request("session/close", { sessionId: unused });
    expect((await listed()).toSorted()).toEqual([unused, used].toSorted());
  });

  it("leaves nothing behind if it could not be opened", async () => {
    const journal = openMemoryJournal();
    const openHub = () => {
      throw new Error("The hub is out of order");
    };
    const services = { openJournal: async () => journal, openHub };
    await using client = await connectAgent({ services });
    for (let time = 0; time < 3; time += 1) await expect(client.open()).rejects.toThrow();
    expect((await journal.sessions()).sessions).toEqual([]);
    expect(await client.request("session/list", {})).toMatchObject({ sessions: [] });
  });
});
