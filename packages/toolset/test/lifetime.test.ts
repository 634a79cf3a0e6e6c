import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";
import { z } from "zod";

import {
  defineResource,
  defineTool,
  defineToolset,
  type RequestContext,
  type ToolContext,
  ToolError,
} from "@tenon/toolset";

import { connected, textOf, toolsetOf } from "./connected.ts";

const state = defineTool({
  name: "state",
  description: "Returns the state",
  run: (_args, context: ToolContext<string>) => context.state,
});

it("starts with the first call, once for all connections", async () => {
  let starts = 0;
  const toolset = defineToolset({
    name: "x",
    version: "1",
    tools: [state],
    start: async () => `start ${(starts += 1)}`,
  });
  await using connection = await connected(toolset);
  await connection.client.listTools();
  expect(starts).toBe(0);
  await using other = await connectAgain(connection);
  const results = await Promise.all([connection.call("state"), other.client.callTool({ name: "state" })]);
  expect(results.map(textOf)).toEqual(["start 1", "start 1"]);
});

it("tries again to start after a failure, and keeps the reason to itself", async () => {
  let starts = 0;
  const toolset = defineToolset({
    name: "x",
    version: "1",
    tools: [state],
    start: () => {
      starts += 1;
      if (starts === 1) throw new Error("password wrong");
      if (starts === 2) throw new ToolError("unavailable", "The database is down");
      return "up";
    },
  });
  await using connection = await connected(toolset, { newId: () => "id-1" });
  expect(textOf(await connection.call("state"))).toMatch(/^state failed \(error id-1\)/);
  expect(connection.log.entries[0]?.message).toContain("password wrong");
  expect(textOf(await connection.call("state"))).toBe("The database is down");
  expect(textOf(await connection.call("state"))).toBe("up");
});

it("names the required secrets that are not set, in the log at once and to each call", async () => {
  const toolset = defineToolset({
    name: "x",
    version: "1",
    tools: [state],
    secrets: { A_TOKEN: { description: "from the settings page" }, B_TOKEN: {}, C_TOKEN: { isRequired: false } },
    start: () => "up",
  });
  await using connection = await connected(toolset, { env: { B_TOKEN: "" } });
  expect(connection.log.entries[0]?.message).toBe("The environment variables A_TOKEN, B_TOKEN must be set");
  expect(await connection.call("state")).toMatchObject({
    isError: true,
    content: [{ text: "The environment variables A_TOKEN, B_TOKEN must be set\nA_TOKEN: from the settings page" }],
    _meta: { "tenon/error": { kind: "configuration" } },
  });
});

it("aborts running calls when it closes, answers them, then stops", async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits",
    async run(_args, { signal }: ToolContext<string>) {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await new Promise(setImmediate);
      order.push("call ended");
    },
  });
  const toolset = defineToolset({
    name: "x",
    version: "1",
    tools: [wait, state],
    start: () => "up",
    stop: (given) => void order.push(`stop ${given}`),
  });
  await using connection = await connected(toolset);
  const call = connection.call("wait");
  await begun.promise;
  const closing = connection.opened.close();
  expect(textOf(await call)).toBe("x is stopping");
  await closing;
  await connection.opened.close();
  expect(order).toEqual(["call ended", "stop up"]);
});

it("does not wait for a stop that takes too long, and does not stop what was not started", async () => {
  const clock = manualClock();
  const stopping = Promise.withResolvers<AbortSignal>();
  const toolset = defineToolset({
    name: "x",
    version: "1",
    tools: [state],
    start: () => "up",
    stop: (_state, { signal }) => {
      stopping.resolve(signal);
      return new Promise(() => {});
    },
  });
  const unused = await connected(toolset, { clock });
  await unused.close();
  const connection = await connected(toolset, { clock, stopMs: 2_000 });
  await connection.call("state");
  const closing = connection.opened.close();
  const signal = await stopping.promise;
  await clock.advance(2_000);
  await closing;
  expect(signal.aborted).toBe(true);
  expect(connection.log.entries.at(-1)?.message).toBe("did not stop in 2000 ms");
});

it("ends a connection while a call runs, and aborts the call", async () => {
  const ended = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits",
    async run(_args, { signal }) {
      signal.addEventListener("abort", () => ended.resolve("aborted"), { once: true });
      begun.resolve();
      await ended.promise;
    },
  });
  await using connection = await connected(defineToolset({ name: "x", version: "1", tools: [wait] }));
  const call = connection.call("wait").catch(() => "closed");
  await begun.promise;
  await connection.client.close();
  expect(await ended.promise).toBe("aborted");
  expect(await call).toBe("closed");
});

it("reads a resource once for concurrent readers, and again when its time is over", async () => {
  const clock = manualClock();
  let reads = 0;
  const slow = defineResource({
    name: "slow",
    uri: "x://slow",
    cache: { maxAgeMs: 1_000 },
    async read(_context: RequestContext) {
      reads += 1;
      await new Promise(setImmediate);
      return `${reads}`;
    },
  });
  await using connection = await connected(defineToolset({ name: "x", version: "1", resources: [slow] }), { clock });
  const read = async () => {
    const { contents } = await connection.client.readResource({ uri: "x://slow" }, { cacheMode: "bypass" });
    return contents.map((part) => ("text" in part ? part.text : ""));
  };
  expect(await Promise.all([read(), read()])).toEqual([["1"], ["1"]]);
  await clock.advance(999);
  expect(await read()).toEqual(["1"]);
  await clock.advance(1);
  expect(await read()).toEqual(["2"]);
});

async function connectAgain({ opened }: Awaited<ReturnType<typeof connected>>) {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client({ name: "other", version: "1" });
  await client.connect(opened.connect());
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

it("gives a tool the newest request, and a context that may be copied", async () => {
  const ask = defineTool({
    name: "ask",
    description: "Asks",
    run: async (_args, context) => {
      const copy = { ...context };
      await copy.elicit({ message: "?", schema: z.object({}) });
      return { isRepeated: context.request.id !== copy.request.id, hasSignal: copy.signal === context.signal };
    },
  });
  await using connection = await connected(toolsetOf(ask), { capabilities: { elicitation: {} } });
  connection.client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));
  const { structuredContent } = await connection.call("ask");
  expect(structuredContent).toEqual({ isRepeated: true, hasSignal: true });
});
