/**
 * `session/resume` from a sequence number: a client that names the last one it received gets the rest, once and in order.
 */

import { calls } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, type TestClient } from "./support/open-gateway.ts";
import { spokenModel } from "./support/spoken-model.ts";

const capabilities = { _meta: { tenon: {} } };

it("[M-03] [I-15] a session that is open, or was closed meanwhile, goes on after the last place that was seen", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using first = await gateway.client({ capabilities });
  const { sessionId } = await first.newSession();
  const turn = first.prompt(sessionId, "count");
  for (const word of ["a", "b", "c"]) model.say(word);
  model.finish();
  await turn;
  const all = placesOf(first);
  const after = all[Math.floor(all.length / 2)];
  const place = { sessionId, cwd: "/", mcpServers: [], _meta: { tenon: { after } } };

  await using second = await gateway.client({ capabilities });
  await second.request("session/resume", place);
  expect(placesOf(second)).toEqual(all.filter((seq) => seq > Number(after)));

  await first.request("session/close", { sessionId });
  await using third = await gateway.client({ capabilities });
  await third.request("session/resume", place);
  expect(placesOf(third).slice(0, placesOf(second).length)).toEqual(placesOf(second));
});

it("a load that is overtaken by a resume, a close or a delete is answered all the same", async () => {
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using client = await gateway.client({ capabilities });
  for (const next of ["session/resume", "session/load", "session/close", "session/delete"]) {
    const { sessionId } = await client.newSession();
    const place = { sessionId, cwd: "/", mcpServers: [] };
    const asked = [client.request("session/load", place), client.request(next, place)];
    const [load, other] = await Promise.allSettled(asked);
    expect([load?.status === "rejected" ? load.reason.code : "loaded"]).toEqual([expect.toBeOneOf([-32800, "loaded"])]);
    expect(other).toMatchObject({ status: "fulfilled" });
  }
});

it("a place that is none is refused, and nothing is opened", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client({ capabilities });
  const { sessionId } = await client.newSession();
  await client.request("session/close", { sessionId });
  for (const after of [-1, 1.5, "1", null]) {
    const place = { sessionId, cwd: "/", mcpServers: [], _meta: { tenon: { after } } };
    await expect(client.request("session/resume", place)).rejects.toMatchObject({ code: -32_602 });
  }
  expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 0 });
});

it("[M4] a place beyond the end is refused with the place where the session ends, open or not", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client({ capabilities });
  const { sessionId } = await client.newSession();
  const { lastSeq = 0 } = (await gateway.gateway.sessions.get(sessionId)) ?? {};
  const place = { sessionId, cwd: "/", mcpServers: [], _meta: { tenon: { after: lastSeq + 1 } } };
  const refusal = { code: -32_602, data: { after: lastSeq + 1, lastSeq } };
  await expect(client.request("session/resume", place)).rejects.toMatchObject(refusal);
  const attach = { sessionId, after: lastSeq + 1 };
  await expect(client.request("_tenon/session/attach", attach)).rejects.toMatchObject(refusal);
  await expect(client.request("_tenon/session/attach", { sessionId, after: lastSeq })).resolves.toBeDefined();
  await client.request("session/close", { sessionId });
  const closed = (await gateway.gateway.sessions.get(sessionId))?.lastSeq ?? 0;
  const beyond = { ...place, _meta: { tenon: { after: closed + 1 } } };
  await expect(client.request("session/resume", beyond)).rejects.toMatchObject({ code: -32_602 });
});

function placesOf(client: TestClient): readonly number[] {
  return client.transcript.entries.filter(calls("session/update")).flatMap(({ text }) => {
    const seq: unknown = JSON.parse(text).params._meta?.tenon?.seq;
    return typeof seq === "number" ? [seq] : [];
  });
}

it("[K-15] a message that holds a secret has its place too, and comes once to a client that catches up", async () => {
  const secret = "q8Zr2LkPw0Xy7TnVb3Mc";
  const model = spokenModel();
  await using gateway = openGateway({ model });
  await using first = await gateway.client({ capabilities });
  gateway.journal.hide([secret]);
  const { sessionId } = await first.newSession();
  const turn = first.prompt(sessionId, "tell me");
  model.say(`It is ${secret}.`);
  model.finish();
  await turn;
  const told = first.transcript.entries.find(({ text }) => text.includes(secret));
  const after = JSON.parse(told?.text ?? "{}").params._meta?.tenon?.seq;
  expect(after).toBeTypeOf("number");

  await using second = await gateway.client({ capabilities });
  await second.request("session/resume", { sessionId, cwd: "/", mcpServers: [], _meta: { tenon: { after } } });
  expect(second.text(sessionId)).toBe("");
  await using third = await gateway.client({ capabilities });
  const before = { sessionId, cwd: "/", mcpServers: [], _meta: { tenon: { after: after - 1 } } };
  await third.request("session/resume", before);
  expect(third.text(sessionId)).toBe("It is [redacted].");
});
