import { describe, expect, it } from "vitest";

import { openJoined, readBytes, readMessages, send } from "./joined.ts";

const MESSAGES = 10_000;
const CHUNK = 64 * 1024;
const LINES = Array.from({ length: MESSAGES }, (_, id) => `{"jsonrpc":"2.0","method":"n","params":{"id":${id}}}\n`);

describe.each(["client", "agent"] as const)("what the %s sends while the other side does not read", (from) => {
  it("waits: what is on its way stays bounded, and the other direction goes on", async () => {
    let recorded = 0;
    const joined = openJoined({ beforeRecord: () => (recorded += 1) });
    const [source, target] = from === "client" ? [joined.client, joined.agent] : [joined.agent, joined.client];
    const whole = Buffer.from(LINES.join(""));
    // As a pipe gives them: one chunk is read at a time, and no other until its messages were taken.
    for (let at = 0; at < whole.length; at += CHUNK) source.writes.write(whole.subarray(at, at + CHUNK));
    // Each answer of the other direction is a turn of the event loop and more, in which nothing piles up.
    for (let round = 0; round < 50; round += 1) {
      send(target.writes, { method: "back", params: { round } });
      expect(await readMessages(source.reads, 1)).toMatchObject([{ method: "back", params: { round } }]);
    }
    expect(recorded).toBeLessThan(6_000);
    expect(target.reads.readableLength + target.reads.writableLength).toBeLessThan(256 * 1024);
    expect((await readBytes(target.reads, whole.length)).equals(whole)).toBe(true);
    expect(recorded).toBe(MESSAGES + 50);
  });
});

it("both directions keep their order while both are busy", async () => {
  const { client, agent } = openJoined();
  const whole = Buffer.from(LINES.slice(0, 2_000).join(""));
  client.writes.write(whole);
  agent.writes.write(whole);
  const [atAgent, atClient] = await Promise.all([
    readBytes(agent.reads, whole.length),
    readBytes(client.reads, whole.length),
  ]);
  expect(atAgent.equals(whole)).toBe(true);
  expect(atClient.equals(whole)).toBe(true);
});
