/**
 * A client that provides MCP servers and means no good, or an agent that does: one session's fault reaches no other.
 */

import type { AnyMessage, AnyResponse } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";
import { manualClock } from "@tenon/testkit";
import { allow, type ClientAnswers, RequestFailed } from "@tenon/testkit/acp";
import { providedServer, providing } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { patientHub } from "../../agent/test/support/patient-hub.ts";
import { createProvidedServer } from "../src/mcp-relay/provided-server.ts";
import { createClientLink } from "../src/wire/client-link.ts";
import type { Outbox } from "../src/wire/outbox.ts";
import { openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";

const EDITOR = { type: "acp", name: "editor", serverId: "e1" } as never;

it.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a number", 5],
  ["neither a result nor an error", {}],
  ["an error that is none", { error: "no" }],
  ["a result that is no object", { result: "x" }],
  ["content that is no array", { result: { resultType: "complete", content: { a: 1 } } }],
  [
    "a result that nests too deep",
    { result: { resultType: "complete", content: [], structuredContent: nested(5_000) } },
  ],
  [
    "a result of eight megabytes",
    { result: { resultType: "complete", content: [{ type: "text", text: "x".repeat(8 * 1024 * 1024) }] } },
  ],
])("a server that answers a call with %s costs that call, and no other session anything", async (_, answer) => {
  await using gateway = open();
  await using bad = await connect(
    gateway,
    serving(() => answer),
  );
  await using good = await connect(
    gateway,
    serving(() => ({ result: { resultType: "complete", content: [{ type: "text", text: "fine" }] } })),
  );
  const hurt = await bad.newSession({ mcpServers: [EDITOR] });
  const other = await good.newSession({ mcpServers: [EDITOR] });
  await expect(bad.prompt(hurt.sessionId, "call mcp__editor__work")).resolves.toMatchObject({ stopReason: "end_turn" });
  await good.prompt(other.sessionId, "call mcp__editor__work");
  expect(good.text(other.sessionId)).toContain("fine");
});

it("[M3] a client cannot speak for the server of another client, whatever ids it guesses", async () => {
  await using gateway = open();
  const call = Promise.withResolvers<JsonObject>();
  const answer = Promise.withResolvers<unknown>();
  await using victim = await connect(
    gateway,
    serving((params) => {
      call.resolve(params);
      return answer.promise;
    }),
  );
  await using thief = await connect(
    gateway,
    serving(() => ({})),
  );
  const { sessionId } = await victim.newSession({ mcpServers: [EDITOR] });
  await thief.newSession({ mcpServers: [EDITOR] });
  const turn = victim.prompt(sessionId, "call mcp__editor__work");
  const { requestId } = await call.promise;
  const progress = { method: "notifications/message", params: { level: "info", data: "forged" } };
  for (const serverId of ["e1", "e2"]) await thief.notify("mcp/message", { serverId, requestId, ...progress });
  await expect(thief.request("mcp/message", { connectionId: "1", method: "x" })).rejects.toMatchObject({
    code: -32_602,
  });
  for (let id = 0; id < 20; id += 1)
    await thief.send({ jsonrpc: "2.0", id, result: { result: { resultType: "complete", content: [] } } });
  answer.resolve({ result: { resultType: "complete", content: [{ type: "text", text: "the real answer" }] } });
  await turn;
  expect(victim.text(sessionId)).toContain("the real answer");
  const records = await gateway.journal.read(sessionId);
  expect(records.filter(({ text }) => text.includes("forged"))).toEqual([]);
});

it("drops a flood of notifications that belong to no request, and passes on those of one", async () => {
  await using gateway = open();
  await using flood = await connect(
    gateway,
    serving(async ({ requestId }) => {
      const message = {
        serverId: "e1",
        requestId,
        method: "notifications/message",
        params: { level: "info", data: 1 },
      };
      for (let count = 0; count < 3_000; count += 1) await flood.notify("mcp/message", message);
      return { result: { resultType: "complete", content: [{ type: "text", text: "after the flood" }] } };
    }),
  );
  const { sessionId } = await flood.newSession({ mcpServers: [EDITOR] });
  for (let count = 0; count < 3_000; count += 1) {
    await flood.notify("mcp/message", { serverId: "e1", requestId: `mcp:${count}`, method: "notifications/progress" });
  }
  await flood.prompt(sessionId, "call mcp__editor__work");
  expect(flood.text(sessionId)).toContain("after the flood");
  const records = await gateway.journal.read(sessionId, { from: ["client"] });
  expect(records.filter(({ text }) => text.includes('"mcp:2999"'))).toEqual([]);
});

it("an agent has 64 requests under way to a server at most, under ids of their own", () => {
  const sent: AnyMessage[] = [];
  const outbox = { push: (message: AnyMessage) => void sent.push(message) };
  const link = createClientLink({ name: "x", source: "client", giveUp() {}, outbox: outbox as unknown as Outbox });
  const answers: AnyResponse[] = [];
  const server = createProvidedServer({
    id: "ours",
    name: "editor",
    binding: { link, serverId: "theirs" },
    clock: manualClock(),
    waitMs: 1,
    onAvailable() {},
  });
  const ask = (id: number, requestId: unknown) => {
    const params = { serverId: "ours", requestId, method: "tools/call" };
    server.ask({ jsonrpc: "2.0", id, method: "mcp/message", params }, (answer) => void answers.push(answer));
  };
  ask(0, "r0");
  ask(1, "r0");
  ask(2, undefined);
  for (let id = 3; id < 67; id += 1) ask(id, `r${id}`);
  expect(sent).toHaveLength(64);
  expect(answers).toMatchObject([
    { id: 1, error: { code: -32_602 } },
    { id: 2, error: { code: -32_602 } },
    { id: 66, error: { code: -33_000, message: expect.stringContaining("64 requests") } },
  ]);
  server.end("The session has ended");
  expect(answers).toHaveLength(67);
});

/** A server with one tool, which answers its calls with anything. */
function serving(work: (params: JsonObject) => unknown): ClientAnswers {
  const server = providedServer({ revision: "2026-07-28", tools: [{ name: "work" }] });
  const { answers } = providing({ e1: server });
  return {
    "mcp/message": async (params, context) => {
      if (params["serverId"] !== "e1") throw new RequestFailed({ code: -33_001, message: "no such server" });
      return params["method"] === "tools/call" ? await work(params) : await answers["mcp/message"]?.(params, context);
    },
  };
}

async function connect(gateway: TestGateway, answers: ClientAnswers): Promise<TestClient> {
  return await gateway.client({ answers: { "session/request_permission": allow, ...answers } });
}

function open(): TestGateway {
  return openGateway({ services: async () => ({ openHub: patientHub }) });
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
