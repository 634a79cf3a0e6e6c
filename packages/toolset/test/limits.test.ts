import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";
import { z } from "zod";

import { defineTool, image } from "@tenon/toolset";

import { connected, textOf, toolsetOf } from "./connected.ts";

it("ends a call whose time is up, and tells the tool", async () => {
  const clock = manualClock();
  const begun = Promise.withResolvers<AbortSignal>();
  const slow = defineTool({
    name: "slow",
    description: "Never ends",
    limits: { callMs: 1_000 },
    run: (_args, { signal }) => {
      begun.resolve(signal);
      return new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("late"), { once: true }));
    },
  });
  await using connection = await connected(toolsetOf(slow), { clock });
  const call = connection.call("slow");
  const signal = await begun.promise;
  await clock.advance(1_000);
  expect(await call).toMatchObject({
    isError: true,
    content: [{ text: "slow took longer than 1 s" }],
    _meta: { "tenon/error": { kind: "timeout" } },
  });
  expect(signal.aborted).toBe(true);
});

it.each(["2025-11-25", "2026-07-28"] as const)("does not count the time that a user needs, in %s", async (revision) => {
  const clock = manualClock();
  const ask = defineTool({
    name: "ask",
    description: "Asks",
    limits: { callMs: 1_000 },
    run: async (_args, { elicit }) => (await elicit({ message: "?", schema: z.object({}) })).action,
  });
  await using connection = await connected(toolsetOf(ask), { clock, revision, capabilities: { elicitation: {} } });
  connection.client.setRequestHandler("elicitation/create", async () => {
    await clock.advance(5_000);
    return { action: "accept", content: {} };
  });
  expect(textOf(await connection.call("ask"))).toBe("accept");
});

it("gives up a call whose client does not come back with the answer", async () => {
  const clock = manualClock();
  const ended = Promise.withResolvers<unknown>();
  const ask = defineTool({
    name: "ask",
    description: "Asks",
    run: async (_args, { elicit }) => {
      await elicit({ message: "?", schema: z.object({}) }).catch(ended.resolve);
      return "";
    },
  });
  await using connection = await connected(toolsetOf(ask), { clock });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const operation = {
    requestId: "1",
    method: "tools/call",
    params: { name: "ask", arguments: {}, _meta: meta },
    signal: new AbortController().signal,
    notify: async () => {},
  };
  const outcome = await connection.opened.answer(operation);
  expect(outcome).toMatchObject({ result: { resultType: "input_required" } });
  await clock.advance(10 * 60_000);
  expect(await ended.promise).toMatchObject({ kind: "timeout", message: "The user did not answer" });
  const { requestState } = (outcome as { result: { requestState: string } }).result;
  const late = await connection.opened.answer({ ...operation, params: { ...operation.params, requestState } });
  expect(late).toMatchObject({ error: { code: -32_602, message: "Invalid or expired requestState" } });
});

it("refuses answers for another call", async () => {
  const ask = defineTool({
    name: "ask",
    description: "Asks",
    input: z.object({ what: z.string() }),
    run: async ({ what }, { elicit }) => `${what}: ${(await elicit({ message: "?", schema: z.object({}) })).action}`,
  });
  await using connection = await connected(toolsetOf(ask));
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const send = async (params: Record<string, unknown>) =>
    (await connection.opened.answer({
      requestId: "1",
      method: "tools/call",
      params: { name: "ask", _meta, ...params },
      signal: new AbortController().signal,
      notify: async () => {},
    })) as { result?: { requestState: string }; error?: unknown };
  const { result } = await send({ arguments: { what: "read" } });
  const answers = {
    requestState: result?.requestState,
    inputResponses: { "question-1": { action: "accept", content: {} } },
  };
  expect(await send({ arguments: { what: "delete" }, ...answers })).toMatchObject({ error: { code: -32_602 } });
  expect(await send({ arguments: { what: "read" }, ...answers })).toMatchObject({ error: { code: -32_602 } });
});

it("runs at most so many calls at once, and the others in order", async () => {
  const running: PromiseWithResolvers<void>[] = [];
  let most = 0;
  let now = 0;
  const started: number[] = [];
  const one = defineTool({
    name: "one",
    description: "One at a time",
    input: z.object({ number: z.number() }),
    limits: { callsAtOnce: 2 },
    async run({ number }) {
      started.push(number);
      most = Math.max(most, (now += 1));
      const end = Promise.withResolvers<void>();
      running.push(end);
      await end.promise;
      now -= 1;
      return `${number}`;
    },
  });
  await using connection = await connected(toolsetOf(one));
  const calls = [1, 2, 3, 4].map((number) => connection.call("one", { number }));
  for (let ended = 0; ended < 4; ended += 1) {
    while (!running[ended]) await new Promise(setImmediate);
    running[ended]?.resolve();
  }
  expect((await Promise.all(calls)).map(textOf)).toEqual(["1", "2", "3", "4"]);
  expect({ most, waited: started.slice(2) }).toEqual({ most: 2, waited: [3, 4] });
});

it("gives a slot back only when the tool has ended, also if its caller has gone", async () => {
  const clock = manualClock();
  const end = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  let begun = 0;
  const one = defineTool({
    name: "one",
    description: "Ignores its signal",
    limits: { callsAtOnce: 1, callMs: 1_000 },
    run: () => {
      begun += 1;
      started.resolve();
      return begun === 1 ? end.promise : "second";
    },
  });
  await using connection = await connected(toolsetOf(one), { clock });
  const first = connection.call("one");
  await started.promise;
  const second = connection.call("one");
  await clock.advance(1_000);
  expect(textOf(await first)).toBe("one took longer than 1 s");
  // Its own time is up too: it has waited for the slot.
  expect(textOf(await second)).toBe("one took longer than 1 s");
  expect(begun).toBe(1);
  end.resolve("late");
  expect(textOf(await connection.call("one"))).toBe("second");
});

it("refuses more calls in a minute than allowed, and says when to try again", async () => {
  const clock = manualClock();
  const rare = defineTool({ name: "rare", description: "Rare", limits: { callsPerMinute: 2 }, run: () => "ok" });
  await using connection = await connected(toolsetOf(rare), { clock });
  await connection.call("rare");
  await clock.advance(20_000);
  await connection.call("rare");
  expect(textOf(await connection.call("rare"))).toBe("More than 2 calls in a minute\nTry again in 40 s.");
  await clock.advance(40_000);
  expect(textOf(await connection.call("rare"))).toBe("ok");
});

it("cuts long text, and refuses structured and binary content that is too large", async () => {
  const limits = { resultCharacters: 10 };
  const tools = [
    defineTool({ name: "long", description: "", limits, run: () => ["12345678", "90abc", image("AAAA", "image/png")] }),
    defineTool({ name: "wide", description: "", limits, run: () => ({ text: "12345678" }) }),
    defineTool({ name: "huge", description: "", run: () => [image("A".repeat(10_000_000), "image/png")] }),
  ];
  await using connection = await connected(toolsetOf(...tools));
  expect(textOf(await connection.call("long"))).toBe(
    "12345678\n90\n(image)\n[Truncated: 10 of 13 characters are shown. Request less to see the rest.]",
  );
  expect(await connection.call("wide")).toMatchObject({
    isError: true,
    _meta: { "tenon/error": { kind: "too_large" } },
  });
  expect(await connection.call("huge")).toMatchObject({
    isError: true,
    _meta: { "tenon/error": { kind: "too_large" } },
  });
});
