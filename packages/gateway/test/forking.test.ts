/**
 * Forks: a session that begins as another one was, and goes its own way.
 */

import type { AgentScript, ScriptedAnswer } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";

const SERVER = { name: "notes", command: "/nonexistent/notes", args: [], env: [] };
const KEPT = { _meta: { tenon: { servers: "kept" } } };

it("[A-03] a fork has its parent's past and servers, and a title of its own", async () => {
  await using gateway = openGateway();
  await using client = await gateway.client();
  const { sessionId } = await client.newSession({ mcpServers: [SERVER] });
  await client.prompt(sessionId, "hello");
  await gateway.gateway.sessions.rename(sessionId, "Notes");
  expect(await view(gateway, sessionId)).toMatchObject({ forkedBy: "gateway" });
  const fork = await gateway.gateway.sessions.fork(sessionId);
  expect(fork).toMatchObject({ title: "Notes (fork)", parent: { sessionId } });
  await client.request("session/resume", { sessionId: fork.id, cwd: "/", ...KEPT });
  expect(await servers(client, fork.id)).toEqual(["notes"]);
  expect((await gateway.gateway.sessions.fork(fork.id)).title).toBe("Notes (fork)");
});

it("[A-03] an agent that can fork makes one that goes on where its parent is", async () => {
  await using gateway = openGateway({ scripts: { other: forking({ result: { sessionId: "the-fork" } }) } });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession({ mcpServers: [SERVER] });
  await client.prompt(sessionId, "hello");
  await gateway.gateway.sessions.rename(sessionId, "Notes");
  expect(await view(gateway, sessionId)).toMatchObject({ forkedBy: "agent" });
  const fork = await client.request<{ readonly sessionId: string }>("session/fork", { sessionId, cwd: "/", ...KEPT });
  await expect
    .poll(() => view(gateway, fork.sessionId))
    .toMatchObject({ agentSessionId: "the-fork", title: "Notes (fork)", parent: { sessionId }, isLive: true });
  const records = await gateway.journal.read(fork.sessionId);
  expect(records.filter(({ text }) => text.includes('"session/prompt"'))).toHaveLength(1);
  const asked = records.findLast(({ text }) => text.includes('"session/fork"'));
  expect(asked?.text).toContain("/nonexistent/notes");
  // Its parent is as it was.
  await expect(client.prompt(sessionId, "still there")).resolves.toBeDefined();
});

it("one that the agent does not make leaves nothing behind, and who cannot make any says so", async () => {
  const refusal = { error: { code: -32_000, message: "not today" } };
  await using gateway = openGateway({ scripts: { other: forking(refusal), plain: {} } });
  await using client = await gateway.client({ agent: "other" });
  const { sessionId } = await client.newSession();
  await expect(client.request("session/fork", { sessionId, cwd: "/" })).rejects.toMatchObject({ code: -32_000 });
  await expect
    .poll(async () => (await gateway.gateway.sessions.list()).sessions.map(({ id }) => id))
    .toEqual([sessionId]);
  await using other = await gateway.client({ agent: "plain" });
  expect(await view(gateway, (await other.newSession()).sessionId)).toMatchObject({ forkedBy: "nobody" });
});

// The protocol does not have it for good yet.
const sessionCapabilities: Readonly<Record<string, Readonly<Record<string, never>>>> = { fork: {} };

function forking(answer: ScriptedAnswer): AgentScript {
  return { capabilities: { sessionCapabilities }, answers: { "session/fork": answer } };
}

function view({ gateway }: TestGateway, sessionId: string) {
  return gateway.sessions.get(sessionId);
}

async function servers(client: TestClient, sessionId: string): Promise<readonly string[]> {
  const { servers } = await client.request<{ readonly servers: readonly { readonly server: string }[] }>(
    "_tenon/receipts",
    { sessionId },
  );
  return servers.map(({ server }) => server);
}
