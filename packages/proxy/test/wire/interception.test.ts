import { objectOf } from "@tenon/basis";
import { describe, expect, it } from "vitest";

import { frameOf } from "../../src/wire/frame.ts";
import { createInterception } from "../../src/wire/interception.ts";
import type { CreateInterceptor, Sides, FrameVerdict } from "../../src/wire/interceptor.ts";
import { openJoined, readMessages, send } from "./joined.ts";

it("an interceptor changes a message, keeps one from the other side, and lets the others pass in order", async () => {
  const { client, agent } = openJoined({
    intercept: by(({ method }) => {
      if (method === "drop") return "drop";
      return method === "change" ? { message: { jsonrpc: "2.0", method: "changed" } } : "pass";
    }),
  });
  const messages = ["a", "drop", "change", "b"].map((method) => ({ method }));
  send(client.writes, ...messages);
  expect(await readMessages(agent.reads, 3)).toMatchObject([{ method: "a" }, { method: "changed" }, { method: "b" }]);
  send(agent.writes, ...messages);
  expect(await readMessages(client.reads, 3)).toMatchObject([{ method: "a" }, { method: "changed" }, { method: "b" }]);
});

it("the journal has what the client sent and received, not what was made of it for the agent", async () => {
  const { client, agent, journal } = openJoined({
    intercept: by(({ method }, sides) => {
      if (method === "session/update") sides.toAgent({ jsonrpc: "2.0", method: "secret" });
      return method === "session/prompt" ? { message: { jsonrpc: "2.0", id: 2, method: "session/prompt" } } : "pass";
    }),
  });
  await openSession({ client, agent });
  send(client.writes, {
    id: 2,
    method: "session/prompt",
    params: { sessionId: "s1", prompt: [{ type: "text", text: "hi" }] },
  });
  expect(await readMessages(agent.reads, 1)).toEqual([{ jsonrpc: "2.0", id: 2, method: "session/prompt" }]);
  send(agent.writes, { method: "session/update", params: { sessionId: "s1", update: {} } });
  await readMessages(client.reads, 1);
  const records = await journal.read("session-1");
  expect(records.map(({ text }) => objectOf(JSON.parse(text))["method"])).toEqual([
    "session/new",
    undefined,
    "session/prompt",
    "session/update",
  ]);
  expect(records[2]?.text).toContain('"hi"');
});

it("a request that comes after the end is refused, and never passes unseen", async () => {
  const toClient: unknown[] = [];
  const interception = createInterception({
    intercept: by(() => ({ message: { jsonrpc: "2.0", method: "changed" } })),
    toClient: ({ message }) => void toClient.push(message),
    toAgent: () => {},
    onWarning: () => {},
  });
  await interception.close();
  const request = { jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd: "/", mcpServers: [{ name: "a" }] } };
  expect(interception.fromClient(frameOf(request))).toBeUndefined();
  expect(toClient).toMatchObject([{ id: 1, error: { message: "The connection to the agent has ended" } }]);
  const cancel = frameOf({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } });
  expect(interception.fromClient(cancel)).toBe(cancel);
});

describe("requests of our own", () => {
  it.each(["client", "agent"] as const)(
    "go to the %s among the others, and their answers go no further",
    async (side) => {
      const given = Promise.withResolvers<Sides>();
      const joined = openJoined({ intercept: by(() => "pass", given.resolve) });
      const sides = await given.promise;
      const ask = side === "client" ? sides.askClient : sides.askAgent;
      const [asked, other] = side === "client" ? [joined.client, joined.agent] : [joined.agent, joined.client];
      const answer = ask("session/request_permission", { x: 1 }, { signal: new AbortController().signal });
      const [request] = await readMessages(asked.reads, 1);
      expect(request).toMatchObject({ method: "session/request_permission", params: { x: 1 } });
      send(asked.writes, { id: objectOf(request)["id"], result: { y: 2 } }, { method: "after" });
      await expect(answer).resolves.toEqual({ y: 2 });
      expect(await readMessages(other.reads, 1)).toEqual([{ jsonrpc: "2.0", method: "after" }]);
    },
  );

  it("have ids that neither an agent can guess nor another proxy on the way uses", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const given = Promise.withResolvers<Sides>();
        const { client } = openJoined({ intercept: by(() => "pass", given.resolve) });
        const { askClient } = await given.promise;
        askClient("a", {}, { signal: new AbortController().signal }).catch(() => {});
        return objectOf((await readMessages(client.reads, 1))[0])["id"];
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("fail with the other side's error, and when it has gone", async () => {
    const given = Promise.withResolvers<Sides>();
    const { client, end } = openJoined({ intercept: by(() => "pass", given.resolve) });
    const { askClient } = await given.promise;
    const { signal } = new AbortController();
    const refused = askClient("a", {}, { signal });
    const open = askClient("b", {}, { signal });
    const [request] = await readMessages(client.reads, 1);
    send(client.writes, { id: objectOf(request)["id"], error: { code: -7, message: "no", data: 1 } });
    await expect(refused).rejects.toMatchObject({ code: "refused", rpcCode: -7, message: "no", data: 1 });
    client.writes.end();
    await expect(open).rejects.toMatchObject({ code: "gone" });
    await end;
    await expect(askClient("c", {}, { signal })).rejects.toMatchObject({ code: "gone" });
  });

  it("are cancelled on the wire when their signal aborts, and late answers go no further", async () => {
    const given = Promise.withResolvers<Sides>();
    const { client, agent } = openJoined({ intercept: by(() => "pass", given.resolve) });
    const stop = new AbortController();
    const answer = (await given.promise).askClient("a", {}, { signal: stop.signal });
    const [request] = await readMessages(client.reads, 1);
    stop.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    const { id } = objectOf(request);
    expect(await readMessages(client.reads, 1)).toMatchObject([
      { method: "$/cancel_request", params: { requestId: id } },
    ]);
    send(client.writes, { id, result: {} }, { id, result: {} }, { method: "after" });
    expect(await readMessages(agent.reads, 1)).toMatchObject([{ method: "after" }]);
  });
});

it.each(["recorded", "not recorded"])(
  "a message that waits for something to be loaded keeps its position (%s)",
  async (how) => {
    const loaded = Promise.withResolvers<void>();
    const { client, agent } = openJoined({
      isRecorded: how === "recorded",
      intercept: (sides) => ({
        ...by(() => "pass")(sides),
        ready: ({ message }) => (objectOf(message)["method"] === "slow" ? loaded.promise : undefined),
      }),
    });
    send(client.writes, { method: "a" }, { method: "slow" }, { method: "b" });
    expect(await readMessages(agent.reads, 1)).toMatchObject([{ method: "a" }]);
    // The other direction goes on.
    send(agent.writes, { method: "c" });
    expect(await readMessages(client.reads, 1)).toMatchObject([{ method: "c" }]);
    expect(agent.reads.readableLength).toBe(0);
    loaded.resolve();
    expect(await readMessages(agent.reads, 2)).toMatchObject([{ method: "slow" }, { method: "b" }]);
  },
);

it("a fault of an interceptor costs its change, not the connection", async () => {
  const { client, agent, warnings } = openJoined({
    intercept: by(() => {
      throw new Error("a defect");
    }),
  });
  send(client.writes, { method: "a" }, { method: "b" });
  expect(await readMessages(agent.reads, 2)).toMatchObject([{ method: "a" }, { method: "b" }]);
  expect(warnings).toEqual(Array(2).fill("A message passes unchanged: a defect"));
});

function by(
  judge: (message: Readonly<Record<string, unknown>>, sides: Sides) => FrameVerdict,
  onSides?: (sides: Sides) => void,
): CreateInterceptor {
  return (sides) => {
    onSides?.(sides);
    return {
      fromClient: ({ message }) => judge(objectOf(message), sides),
      fromAgent: ({ message }) => judge(objectOf(message), sides),
      close: async () => {},
    };
  };
}

async function openSession({ client, agent }: Pick<ReturnType<typeof openJoined>, "client" | "agent">): Promise<void> {
  send(client.writes, { id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } });
  await readMessages(agent.reads, 1);
  send(agent.writes, { id: 1, result: { sessionId: "s1" } });
  await readMessages(client.reads, 1);
}
