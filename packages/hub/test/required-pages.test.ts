import { setImmediate } from "node:timers/promises";

import { manualClock } from "@tenon/testkit";
import { type CallStep, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { CallError } from "../src/call/call-error.ts";
import { createPageWaits } from "../src/call/required-pages.ts";
import type { SessionCallbacks } from "../src/index.ts";
import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const page = { mode: "url", elicitationId: "e-1", message: "Connect your account", url: "https://example.com/connect" };
const required = {
  type: "error",
  code: -32_042,
  message: "This needs your account",
  data: { elicitations: [page] },
} as const;
const done: CallStep = { type: "result", result: { content: [{ type: "text", text: "Connected." }] } };

describe("[S-07] a call that the server refuses until a person has opened an address", () => {
  it("is made once more when the server says that it is done", async () => {
    const asked: unknown[] = [];
    await using one = await open([required], (server) => async (question) => {
      asked.push(question);
      server.changeTools({ replace: [{ name: "list", call: [done] }], notify: false });
      server.notify("notifications/elicitation/complete", { elicitationId: page.elicitationId });
      return { action: "accept" };
    });
    await expect(one.call()).resolves.toEqual({ text: "Connected.", isError: false, calls: 2 });
    expect(asked).toEqual([page]);
  });

  it("says so if it is still not done, and is not made a third time", async () => {
    await using one = await open([required], (server) => async () => {
      server.notify("notifications/elicitation/complete", { elicitationId: page.elicitationId });
      return { action: "accept" };
    });
    const { text, isError, calls } = await one.call();
    expect(text).toContain(`- ${page.message}: ${page.url}\nThe user opened the page, but`);
    expect({ isError, calls }).toEqual({ isError: true, calls: 2 });
  });

  it.each(["decline", "cancel"] as const)(
    "is not made again after a %s, and the model reads the address",
    async (action) => {
      await using one = await open([required], () => async () => ({ action }));
      const { text, calls } = await one.call();
      expect(text).toContain(`${page.url}\nThe user did not open it.`);
      expect(calls).toBe(1);
    },
  );

  it("reports to the model where no user can be asked", async () => {
    await using one = await open([required]);
    await expect(one.call()).resolves.toMatchObject({ text: expect.stringContaining(page.url), calls: 1 });
  });

  it("can be cancelled while the user is on that page", async () => {
    const turn = new AbortController();
    await using one = await open([required], () => async () => {
      queueMicrotask(() => turn.abort(new Error("cancelled")));
      return { action: "accept" };
    });
    await expect(one.call(turn.signal)).rejects.toThrow("cancelled");
  });

  it("fails as any other if the refusal names no address", async () => {
    await using one = await open([{ ...required, data: { elicitations: [{ mode: "url" }] } }]);
    await expect(one.call()).rejects.toThrow("This needs your account");
  });
});

it("[S-07] goes through when the person is done, though the server never says so", async () => {
  const clock = manualClock();
  const ask = async () => ({ action: "accept" as const });
  const { open: openPages } = createPageWaits({ elicit: { modes: ["url"], ask } });
  let tries = 0;
  const isDone = async () => (tries += 1) === 3;
  const from = { server: "s", signal: new AbortController().signal, waitMs: 120_000, clock };
  const opened = openPages([page], isDone, from);
  for (const pause of [2_000, 4_000, 8_000]) {
    expect(tries).toBeLessThan(3);
    await until(() => clock.waiting > 0);
    await clock.advance(pause);
  }
  await expect(opened).resolves.toBe(true);
  expect(tries).toBe(3);
});

describe("[S-07] a try that fails while the person is on the page", () => {
  const failing = Object.assign(new Error("Bad gateway"), { status: 502 });

  it("is one of several: the next may go through", async () => {
    const limited = new CallError("rate_limited", "Too many calls", {});
    const { opened, clock } = tried([failing, limited, true]);
    for (const pause of [2_000, 4_000, 8_000]) {
      await until(() => clock.waiting > 0);
      await clock.advance(pause);
    }
    await expect(opened).resolves.toBe(true);
  });

  it("fails the call if it is the last", async () => {
    const { opened, clock } = tried([failing], 1_000);
    const passing = until(() => clock.waiting > 0).then(() => clock.advance(1_000));
    await expect(opened).rejects.toThrow("Bad gateway");
    await passing;
  });

  it("fails the call if the server may have done what was asked", async () => {
    const { opened, clock } = tried([new Error("It took too long"), true]);
    const passing = until(() => clock.waiting > 0).then(() => clock.advance(2_000));
    await expect(opened).rejects.toThrow("It took too long");
    await passing;
  });
});

/** A page that is open, with what each try ends in. */
function tried(outcomes: readonly (Error | boolean)[], waitMs = 120_000) {
  const clock = manualClock();
  const ask = async () => ({ action: "accept" as const });
  const left = [...outcomes];
  const isDone = async () => {
    const outcome = left.shift() ?? false;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const from = { server: "s", signal: new AbortController().signal, waitMs, clock };
  const { open: openPages } = createPageWaits({ elicit: { modes: ["url"], ask } });
  return { clock, opened: openPages([page], isDone, from) };
}

type Ask = NonNullable<SessionCallbacks["elicit"]>["ask"];

async function open(call: readonly CallStep[], ask?: (server: Awaited<ReturnType<typeof stdioServer>>) => Ask) {
  const server = await stdioServer({ revision: "2025-11-25", tools: [{ name: "list", call }] });
  const hub = openTestHub([stdioSpec("s", server)], {
    ...(ask && { callbacks: { elicit: { modes: ["url"], ask: ask(server) } } }),
  });
  await hub.ready({ waitMs: 60_000 });
  return {
    /** What the model reads, and how often the server was called. */
    async call(signal?: AbortSignal) {
      const { forModel } = await hub.call("mcp__s__list", {}, { ...(signal && { signal }) });
      const calls = (await server.recorded()).filter(
        (record) => record.type === "message" && record.message["method"] === "tools/call",
      ).length;
      const text = forModel.parts.map((part) => ("text" in part ? part.text : "")).join("\n");
      return { text, isError: forModel.isError, calls };
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.close();
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
