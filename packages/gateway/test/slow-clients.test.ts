/**
 * A client that reads slowly, or not at all, costs the other clients nothing, and still misses nothing.
 */

import { seededRandom } from "@tenon/testkit";
import { allow, calls } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, PATIENT, type TestClient } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const limits = { outboxMessages: 8 };

it("[B-09] one that stops reading is left behind, and reads on from the journal when it does", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model, limits });
  await using quick = await gateway.client({ name: "quick" });
  await using slow = await gateway.client({ name: "slow", capacity: 2 });
  const { sessionId } = await slow.newSession();
  await quick.request("session/resume", { sessionId, cwd: "/" });
  slow.stopReading();
  const words = Array.from({ length: 400 }, (_, index) => `${index} `);
  const turn = slow.prompt(sessionId, "count");
  let isAnswered = false;
  void turn.then(() => (isAnswered = true));
  for (const word of words) model.say(word);
  await quick.transcript.when(() => quick.text(sessionId) === words.join(""));
  model.finish();
  await gateway.frames(sessionId, (frame) => frame.includes('"stopReason"'));
  // What is on its way to it is bounded, however much there is to say.
  expect(slow.pair.passed.filter(({ from }) => from === "right").length).toBeLessThan(20);
  expect(isAnswered).toBe(false);
  slow.readOn();
  await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
  // [R67] All of it before the answer, and what it sent itself is not repeated to it.
  expect(slow.text(sessionId)).toBe(words.join(""));
  expect(slow.updates(sessionId).some(({ sessionUpdate }) => sessionUpdate === "user_message_chunk")).toBe(false);
});

it("[M-08] loses nothing and doubles nothing, however reading and falling behind follow each other", async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = seededRandom(seed);
    const model = spokenModel();
    await using gateway = openGateway({ model, limits: { outboxMessages: 3 } });
    const clients = await Promise.all([1, 2, 3].map((capacity) => gateway.client({ capacity })));
    const [first] = clients;
    const { sessionId } = (await first?.newSession()) ?? { sessionId: "" };
    for (const client of clients.slice(1)) await client.request("session/resume", { sessionId, cwd: "/" });
    const turn = first?.prompt(sessionId, "count");
    const stopped = new Set<TestClient>();
    const stop = (client: TestClient) => {
      stopped.add(client);
      client.stopReading();
    };
    const words = Array.from({ length: 120 }, (_, index) => `${index};`);
    for (const word of words) {
      model.say(word);
      for (const client of clients) {
        if (random() > 0.2) continue;
        // One that reads stops, and one that has stopped reads on.
        if (stopped.delete(client)) client.readOn();
        else stop(client);
      }
      if (random() < 0.2) await new Promise((resolve) => setImmediate(resolve));
    }
    model.finish();
    for (const client of clients) client.readOn();
    await turn;
    for (const client of clients) {
      await client.transcript.when(() => client.text(sessionId).endsWith(words.at(-1) ?? ""));
      expect(client.text(sessionId)).toBe(words.join(""));
      await client.drop();
    }
  }
});

it("a long conversation is loaded at the pace of its reader", async () => {
  const turns = [
    {
      steps: Array.from({ length: 300 }, (_, index) => ({
        type: "say" as const,
        text: `${index} `,
        messageId: `m${index}`,
      })),
    },
  ];
  await using gateway = openGateway({ scripts: { other: { turns } }, limits });
  await using first = await gateway.client({ agent: "other" });
  const { sessionId } = await first.newSession();
  await first.prompt(sessionId, "go");
  const reader = await gateway.client({ agent: "other", capacity: 2 });
  reader.stopReading();
  const loaded = reader.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await expect.poll(() => fromGateway(reader), PATIENT).toBeGreaterThan(1);
  await first.prompt(sessionId, "and more");
  expect(fromGateway(reader)).toBeLessThan(20);
  reader.readOn();
  await loaded;
  await reader.transcript.when(() => reader.text(sessionId) === first.text(sessionId));
  await reader.drop();
});

it("one that never reads its questions is given up when too many wait, and the others go on", async () => {
  const ask = { type: "ask" as const, title: "May I?" };
  const turns = [{ steps: Array.from({ length: 40 }, () => ask) }];
  await using gateway = openGateway({ scripts: { other: { turns } }, limits: { outboxMessages: 4 } });
  await using quick = await gateway.client({ agent: "other", answers: { "session/request_permission": allow } });
  const stuck = await gateway.client({ agent: "other", name: "stuck", capacity: 1 });
  const { sessionId } = await quick.newSession();
  await stuck.request("session/resume", { sessionId, cwd: "/" });
  stuck.stopReading();
  await expect(quick.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
  await stuck.connection.closed;
  expect(gateway.warnings.join()).toContain("stuck");
  expect(quick.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(40);
  expect(gateway.gateway.counts()).toMatchObject({ connections: 1 });
  await stuck.drop();
});

function fromGateway(client: TestClient): number {
  return client.pair.passed.filter(({ from }) => from === "right").length;
}
