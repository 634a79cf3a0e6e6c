import { manualClock } from "@tenon/testkit";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { calls, saidIn, scripted } from "../support/scripted.ts";

const cancelled = { stopReason: "cancelled" };

it("[R71, D-04] cancelling answers the permission that waits, after the cancel is on its way", async () => {
  const asking = { type: "tool", title: "dig", ask: true } as const;
  const asked = Promise.withResolvers<AbortSignal>();
  await using run = await scripted(
    { turns: [{ steps: [asking] }, { steps: [{ type: "echo" }] }] },
    {
      services: {
        permissions(_, { signal }) {
          asked.resolve(signal);
          return new Promise(() => {}); // No answer ever comes.
        },
      },
    },
  );
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  const abort = new AbortController();
  const prompting = session.prompt("go", { signal: abort.signal });
  const signal = await asked.promise;
  abort.abort();
  await expect(prompting).resolves.toEqual(cancelled);
  expect(signal.aborted).toBe(true);
  const sent = run.wire.messages.flatMap(({ from, message }) => (from === "client" ? [message] : []));
  const cancelAt = sent.findIndex((message) => message && calls("session/cancel")(message));
  const answerAt = sent.findIndex((message) => message && !("method" in message));
  expect(sent[answerAt]).toMatchObject({ result: { outcome: { outcome: "cancelled" } } });
  expect(cancelAt).toBeLessThan(answerAt);
  await session.prompt("next");
  expect(saidIn(events)).toBe("next");
});

it("[R71] a permission that is asked for after the cancel is answered with `cancelled` at once", async () => {
  const steps = [
    { type: "call", method: "fs/read_text_file", params: { path: "/x" } },
    { type: "ask", title: "dig" },
  ] as const;
  const reading = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const permissions = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  const files = () => ({ read: read(reading, gate), write: async () => ({}) });
  await using run = await scripted({ turns: [{ steps, onCancel: "ignore" }] }, { services: { files, permissions } });
  const session = await run.agent.newSession({ cwd: "/" });
  const prompting = session.prompt("go");
  await reading.promise;
  await session.cancel();
  gate.resolve();
  await expect(prompting).resolves.toEqual({ stopReason: "end_turn" });
  expect(run.wire.answers()).toEqual([{ content: "read" }, { outcome: { outcome: "cancelled" } }]);
  expect(asked).toBe(0);
});

it("[R72] still receives tool calls after the cancel", async () => {
  const steps = [{ type: "tool", title: "dig", steps: [{ type: "wait-for-cancel" }] }] as const;
  await using run = await scripted({ turns: [{ steps }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  const prompting = session.prompt("go");
  await run.wire.when("agent", (message) => JSON.stringify(message).includes("in_progress"));
  await session.cancel();
  await session.cancel();
  await expect(prompting).resolves.toEqual(cancelled);
  const after = events.slice(events.findIndex(({ type }) => type === "cancel"));
  expect(after.map(({ type }) => type)).toEqual(["cancel", "update", "turn-end"]);
  expect(after[1]).toMatchObject({ update: { sessionUpdate: "tool_call_update", status: "failed" } });
  expect(run.wire.sent("session/cancel")).toHaveLength(1);
});

it("[C-02, R68] takes an error in answer to a cancel for what it should have been", async () => {
  const onCancel = { error: { code: -32603, message: "AbortError" } };
  await using run = await scripted({ turns: [{ steps: [{ type: "wait-for-cancel" }], onCancel }, { steps: [] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  const prompting = session.prompt("go");
  await run.wire.when("client", calls("session/prompt"));
  await session.cancel();
  await expect(prompting).resolves.toEqual(cancelled);
  await expect(session.prompt("next")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[C-03, C-08] does not wait for ever for an agent that never answers a cancel", async () => {
  const clock = manualClock();
  await using run = await scripted(
    {
      turns: [
        { steps: [{ type: "say", text: "on it" }, { type: "wait-for-cancel" }], onCancel: "never-answer" },
        { steps: [] },
      ],
      manners: { overlapsTurns: true },
    },
    { clock },
  );
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  const prompting = session.prompt("go");
  await run.wire.when("agent", calls("session/update"));
  await session.cancel();
  await clock.advance(9_999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  await expect(prompting).resolves.toEqual(cancelled);
  expect(events.map(({ type }) => type)).toEqual(["prompt", "update", "cancel", "interruption"]);
  await expect(session.prompt("next")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[C-06, R74] an answer that comes too late is not the answer to the next prompt", async () => {
  const clock = manualClock();
  const [reading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const files = () => ({ read: read(reading, gate), write: async () => ({}) });
  const slow = [{ type: "call", method: "fs/read_text_file", params: { path: "/x" } }] as const;
  await using run = await scripted(
    {
      turns: [
        { steps: slow, onCancel: "ignore", stopReason: "max_tokens" },
        { steps: [{ type: "ask", title: "dig" }, { type: "echo" }] },
      ],
      manners: { overlapsTurns: true },
    },
    {
      clock,
      services: {
        files,
        async permissions(request) {
          gate.resolve();
          // The answer to the first prompt is here before the second has one.
          await run.wire.when("agent", (message) => JSON.stringify(message).includes("max_tokens"));
          return { outcome: { outcome: "selected", optionId: request.options[0]?.optionId ?? "" } };
        },
      },
    },
  );
  const session = await run.agent.newSession({ cwd: "/" });
  const first = session.prompt("one");
  await reading.promise;
  await session.cancel();
  await clock.advance(10_000);
  await expect(first).resolves.toEqual(cancelled);
  await expect(session.prompt("two")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[C-06, R73] sends no cancel when no turn is running, nor for a turn that is over", async () => {
  await using run = await scripted({});
  const abort = new AbortController();
  const session = await run.agent.newSession({ cwd: "/" });
  await session.cancel();
  await session.prompt("one", { signal: abort.signal });
  await session.cancel();
  abort.abort();
  await expect(session.prompt("two", { signal: abort.signal })).resolves.toEqual(cancelled);
  expect(run.wire.sent("session/cancel")).toEqual([]);
  expect(run.wire.sent("session/prompt")).toHaveLength(1);
});

it("[C-04] cancels one session and leaves the other alone", async () => {
  const steps = [{ type: "tool", title: "dig", ask: true }, { type: "echo" }] as const;
  const asked = Promise.withResolvers<void>();
  const cancelledFirst = Promise.withResolvers<void>();
  let questions = 0;
  await using run = await scripted(
    { turns: [{ steps }] },
    {
      services: {
        async permissions({ sessionId, options }, { signal }) {
          questions += 1;
          if (questions === 2) asked.resolve();
          await cancelledFirst.promise;
          expect(signal.aborted).toBe(sessionId === first.id);
          return { outcome: { outcome: "selected", optionId: options[0]?.optionId ?? "" } };
        },
      },
    },
  );
  const first = await run.agent.newSession({ cwd: "/" });
  const second = await run.agent.newSession({ cwd: "/" });
  const prompts = [first.prompt("a"), second.prompt("b")];
  await asked.promise;
  await first.cancel();
  cancelledFirst.resolve();
  await expect(Promise.all(prompts)).resolves.toEqual([cancelled, { stopReason: "end_turn" }]);
});

it("[R59] closing a session ends its turn, with what the agent has to say until then", async () => {
  const steps = [{ type: "tool", title: "dig", steps: [{ type: "wait-for-cancel" }] }] as const;
  await using run = await scripted({ turns: [{ steps }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  const prompting = session.prompt("go");
  await run.wire.when("agent", (message) => JSON.stringify(message).includes("in_progress"));
  await session.close();
  await expect(prompting).resolves.toEqual(cancelled);
  expect(JSON.stringify(events.at(-2))).toContain("failed");
  expect(run.wire.sent("session/cancel")).toEqual([]);
});

it("[R46] sends only a cancel to an agent that cannot close sessions", async () => {
  const capabilities = { sessionCapabilities: {} };
  await using run = await scripted({ capabilities, turns: [{ steps: [{ type: "wait-for-cancel" }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  const prompting = session.prompt("go");
  await run.wire.when("client", calls("session/prompt"));
  await session.close();
  await expect(prompting).resolves.toEqual(cancelled);
  expect([run.wire.sent("session/cancel").length, run.wire.sent("session/close").length]).toEqual([1, 0]);
});

it("an agent that never answers a close is left without an answer", async () => {
  const clock = manualClock();
  await using run = await scripted({ answers: { "session/close": { never: true } } }, { clock });
  const session = await run.agent.newSession({ cwd: "/" });
  const closing = session.close();
  await run.wire.when("client", calls("session/close"));
  await clock.advance(10_000);
  await closing;
  expect(clock.waiting).toBe(0);
});

function read(reading: PromiseWithResolvers<void>, gate: PromiseWithResolvers<void>) {
  return async () => {
    reading.resolve();
    await gate.promise;
    return { content: "read" };
  };
}
