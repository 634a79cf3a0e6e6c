/**
 * Several requests for one session at once: each is answered as if it had come alone, in the order in which they came.
 */

import { openMemoryJournal } from "@tenon/journal";
import { type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent, stdio } from "../support/connect-agent.ts";
import { patientHub } from "../support/patient-hub.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("a session that is opened twice at once", () => {
  it("[R47] [R48] is replayed whole for each, one after the other, and then works", async () => {
    await using place = await recorded();
    const { client, sessionId } = place;
    const known = { sessionId, cwd: "/", mcpServers: [] };
    await Promise.all([
      client.request("session/load", known),
      client.request("session/load", known),
      client.request("session/resume", known),
    ]);
    const said = client.updates(sessionId).flatMap((update) => {
      const { sessionUpdate } = update;
      return sessionUpdate === "user_message_chunk" || sessionUpdate === "agent_message_chunk" ? [sessionUpdate] : [];
    });
    const once = ["user_message_chunk", "agent_message_chunk"];
    expect(said).toEqual([...once, ...once]);
    await expect(client.prompt(sessionId, "again")).resolves.toEqual({ stopReason: "end_turn" });
  });

  it("[N-01] has its servers started for the last, and none left of the others", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await using place = await recorded();
    const { client, sessionId } = place;
    const known = { sessionId, cwd: "/", mcpServers: [stdio("one", server)] };
    await Promise.all([client.request("session/load", known), client.request("session/load", known)]);
    await client.prompt(sessionId, "again");
    await client.request("session/close", { sessionId });
    await noneLeftOf(server);
  });

  it("[R58] and deleted is gone in the end, in either order", async () => {
    await using place = await recorded();
    const { client, sessionId } = place;
    const known = { sessionId, cwd: "/", mcpServers: [] };
    const loading = client.request("session/load", known).then(
      () => "loaded",
      (error: unknown) => Object(error).code,
    );
    await client.request("session/delete", { sessionId });
    expect(["loaded", -32_002]).toContain(await loading);
    await expect(client.request("session/load", known)).rejects.toMatchObject({ code: -32_002 });
    await expect(client.request("session/list", {})).resolves.toEqual({ sessions: [] });
  });

  it("[N-01] by a client that goes away meanwhile is closed", async () => {
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    {
      await using place = await recorded();
      const { client, sessionId } = place;
      const known = { sessionId, cwd: "/", mcpServers: [stdio("one", server)] };
      for (const method of ["session/load", "session/load", "session/resume"] as const) {
        client.request(method, known).catch(() => {});
      }
    }
    await noneLeftOf(server);
  });
});

it.each(["session/load", "session/resume"] as const)(
  "[M22] a closed session is opened anew by %s only when its servers have ended",
  async (method) => {
    const order: string[] = [];
    const saved = Promise.withResolvers<void>();
    const openHub: typeof patientHub = async (options) => {
      const hub = await patientHub(options);
      const close = async () => {
        await saved.promise;
        // A session that is closed sends nothing more: it would be recorded as of the one that is being opened.
        options.onProblems?.([{ level: "error", code: "unreadable", message: "late" }]);
        await hub.close();
      };
      return Object.assign(Object.create(hub) as typeof hub, { close });
    };
    await using client = await connectAgent({ services: { openHub }, model: scriptedModel([{ text: "Hello." }]) });
    const sessionId = await client.open();
    await client.prompt(sessionId, "hello");
    await client.request("session/close", { sessionId });
    const opening = client.request(method, { sessionId, cwd: "/", mcpServers: [] }).then(() => order.push("opened"));
    // Takes as many steps as opening the other one would.
    await client.open();
    order.push("saved");
    saved.resolve();
    await opening;
    expect(order).toEqual(["saved", "opened"]);
    expect(JSON.stringify(client.updates(sessionId))).not.toContain("late");
  },
);

async function noneLeftOf(server: StdioServer): Promise<void> {
  for (const record of await server.recorded()) {
    if (record.type !== "start") continue;
    await expect.poll(() => isAlive(record.pid), { timeout: 30_000 }).toBe(false);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A session in which one prompt was answered, as the next agent finds it. */
async function recorded() {
  const journal = openMemoryJournal();
  const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
  const sessionId = await (async () => {
    await using client = await connectAgent({ services, model: scriptedModel([{ text: "Hello." }]) });
    const sessionId = await client.open();
    await client.prompt(sessionId, "hello");
    return sessionId;
  })();
  const client = await connectAgent({ services, model: scriptedModel([{ text: "Yes?" }]) });
  return { client, sessionId, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}
