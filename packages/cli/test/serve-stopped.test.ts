/**
 * `tenon serve` gets a signal in the middle of a turn: it lets the turn finish, and a second signal ends it at once. A client
 * that comes back after a restart goes on.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { markedProcesses } from "@tenon/testkit";
import { allow, messageWire, type ScriptedClient, scriptedClient } from "@tenon/testkit/acp";
import { type Answer, createGate, type ModelServer, startModelServer, text, toolCall } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { readFeed } from "./served/feed-reader.ts";
import { type ServedGateway, startServe } from "./served/served-gateway.ts";
import { ProgramWebSocket } from "./served/web-socket.ts";

/** A slow machine is no failure. */
const PATIENT = { timeout: 30_000 };

it("[N-01] on the first signal, refuses new clients, lets the turn finish, and ends by the signal", async () => {
  const gate = createGate();
  await using place = await servingPlace([[text("Almost "), gate, text("done.")], text("Here again.")]);
  let sessionId: string;
  {
    await using gateway = await place.start("--max-sessions", "1");
    await using client = await connect(gateway);
    ({ sessionId } = await client.newSession({ cwd: place.folder }));
    await expect(client.newSession({ cwd: place.folder })).rejects.toMatchObject({
      data: { code: "too_many_sessions", limit: 1 },
    });
    const feed = await readFeed(gateway, { sessionId, after: 0, onRecord() {} });
    const turn = client.prompt(sessionId, "Go");
    await gate.reached;
    gateway.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`http://${gateway.address}/readyz`)).status, PATIENT).toBe(503);
    expect((await fetch(`http://${gateway.address}/healthz`)).status).toBe(200);
    await expect(connect(gateway)).rejects.toThrow();
    await expect(client.prompt(sessionId, "And then?")).rejects.toBeDefined();
    gate.open();
    await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
    expect(await feed.closed).toBe(1012);
    expect(await gateway.ended).toEqual({ code: null, signal: "SIGTERM" });
  }
  await using gateway = await place.start();
  await using client = await connect(gateway);
  await client.request("session/load", { sessionId, cwd: place.folder, mcpServers: [] });
  expect(client.text(sessionId)).toBe("Almost done.");
  await expect(client.prompt(sessionId, "Go on")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe("Almost done.Here again.");
});

it("[G-01] [E-01] asked twice, it ends at once, with all that it has started, and the turn is closed after the restart", async () => {
  await using place = await servingPlace([toolCall("run_command", { line: "sleep 600" }), text("Here again.")]);
  let sessionId: string;
  {
    await using gateway = await place.start();
    await using client = await connect(gateway);
    ({ sessionId } = await client.newSession({ cwd: place.folder }));
    void client.prompt(sessionId, "Sleep").catch(() => {});
    await expect.poll(() => place.programs(), PATIENT).toContain("sleep 600");
    gateway.kill("SIGINT");
    await expect.poll(async () => (await fetch(`http://${gateway.address}/readyz`)).status, PATIENT).toBe(503);
    gateway.kill("SIGTERM");
    expect(await gateway.ended).toEqual({ code: null, signal: "SIGTERM" });
  }
  await place.nobodyLeft();
  await using gateway = await place.start();
  await using client = await connect(gateway);
  await client.request("session/load", { sessionId, cwd: place.folder, mcpServers: [] });
  const states = client.updates(sessionId).flatMap((update) => ("status" in update ? update.status : []));
  expect(states.at(-1)).toBe("failed");
  await expect(client.prompt(sessionId, "Go on")).resolves.toEqual({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe("Here again.");
});

it.runIf(process.platform !== "win32")(
  "[N-01] takes a Ctrl-C that its launcher passes on for the one that it got itself, and the next one for a second",
  async () => {
    const [first, second] = [createGate(), createGate()];
    await using place = await servingPlace([
      [first, text("Done.")],
      [second, text("Never.")],
    ]);
    {
      await using gateway = await place.startLaunched();
      await using client = await connect(gateway);
      const { sessionId } = await client.newSession({ cwd: place.folder });
      const turn = client.prompt(sessionId, "Go");
      await first.reached;
      gateway.killAll("SIGINT");
      await expect.poll(async () => (await fetch(`http://${gateway.address}/readyz`)).status, PATIENT).toBe(503);
      first.open();
      await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
      expect(await gateway.ended).toEqual({ code: null, signal: "SIGINT" });
    }
    await using gateway = await place.startLaunched();
    await using client = await connect(gateway);
    const { sessionId } = await client.newSession({ cwd: place.folder });
    client.prompt(sessionId, "Go").catch(() => {});
    await second.reached;
    // Only the launcher gets this one, as from an editor.
    gateway.kill("SIGINT");
    await expect.poll(async () => (await fetch(`http://${gateway.address}/readyz`)).status, PATIENT).toBe(503);
    gateway.killAll("SIGINT");
    expect(await gateway.ended).toEqual({ code: null, signal: "SIGINT" });
    await place.nobodyLeft();
  },
);

/** A folder, a model and a mark that outlive the gateways. */
async function servingPlace(script: readonly Answer[]) {
  const folder = await mkdtemp(join(tmpdir(), "tenon-stopped-"));
  const provider: ModelServer = await startModelServer({ script });
  const mark = { name: "TENON_TEST_STOPPED", value: folder };
  const processes = markedProcesses(mark);
  const common = { data: folder, environment: { ...provider.environment, [mark.name]: mark.value } };
  const model = ["--model", "openai-compatible/gpt-oss-120b"];
  return {
    folder,
    start: (...flags: readonly string[]) => startServe({ ...common, flags: [...model, ...flags] }),
    startLaunched: () => startServe({ ...common, flags: model, isLaunched: true }),
    programs: async () => (await processes.living()).map(({ command }) => command).join("\n"),
    nobodyLeft: () => processes.gone({ within: 30_000 }),
    async [Symbol.asyncDispose]() {
      await provider.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function connect({ address, headers }: ServedGateway): Promise<ScriptedClient> {
  const stream = createWebSocketStream(`ws://${address}/acp`, { WebSocket: ProgramWebSocket, headers });
  const client = scriptedClient(messageWire(stream), { answers: { "session/request_permission": allow } });
  await client.initialize();
  return client;
}
