import { leaveNothing } from "@tenon/testkit";
import { type BadManners, classicNoise } from "@tenon/testkit/acp";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { saidIn, scripted } from "../support/scripted.ts";

const manners: readonly (readonly [string, BadManners])[] = [
  ["[B-02, B-05, B-06, R1] prints a banner first", { banner: "Welcome back!\n\u001B[32m✔\u001B[39m ready\n" }],
  ["[B-10, R15] writes noise between its messages", { noise: classicNoise }],
  ["[R4] ends its lines with CRLF", { endsLinesWithCrLf: true }],
  ["[B-12] prints its messages over several lines", { isPrettyPrinted: true }],
  [
    "[B-02] does all of that at once",
    { banner: "hello", noise: classicNoise, endsLinesWithCrLf: true, isPrettyPrinted: true },
  ],
];

it.each(manners)("talks to an agent that %s", async (_, manners) => {
  const turns = [{ steps: [{ type: "echo" }, { type: "tool", title: "look", ask: true }] }] as const;
  await using run = await scripted({ turns, manners });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("żółw\n🪚\u2028")).resolves.toEqual({ stopReason: "end_turn" });
  expect(saidIn(events)).toBe("żółw\n🪚\u2028");
  await session.close();
  // Noise is never answered: every answer of ours answers a question.
  expect(run.wire.answers()).toEqual([{ outcome: { outcome: "selected", optionId: "reject" } }]);
});

it("reports the noise, and only the noise", async () => {
  await using run = await scripted({ manners: { banner: "Welcome!\n", noise: ['{"level":"info","id":0}', ""] } });
  await run.agent.newSession({ cwd: "/" });
  expect(run.noise).toEqual(["Welcome!", '{"level":"info","id":0}']);
});

it("[R5] keeps reading the stderr of an agent that writes a lot of it", async () => {
  const steps = [
    { type: "stderr", text: `${"x".repeat(63)}\n`, repeat: 32_768 },
    { type: "say", text: "done" },
  ] as const;
  await using run = await scripted({ turns: [{ steps }] });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("go");
  await run.agent.close();
  expect(run.stderr.join("")).toHaveLength(64 * 32_768);
});

it("[R21, B-03] reads and writes messages of many megabytes", { timeout: 60_000 }, async () => {
  const bytes = 60 * 1024 * 1024;
  await using run = await scripted({
    turns: [{ steps: [{ type: "say-at-length", bytes }] }, { steps: [{ type: "echo" }] }],
  });
  let lengths: number[] = [];
  const session = await run.agent.newSession({
    cwd: "/",
    onEvent: (event) => void (lengths = [...lengths, saidIn([event]).length].filter((length) => length > 0)),
  });
  await session.prompt("say it");
  await session.prompt("y".repeat(8 * 1024 * 1024));
  expect(lengths).toEqual([bytes, 8 * 1024 * 1024]);
});

it("[R7, R9, R12, R20, R154] lives through answers to nothing, unknown notifications and malformed ones", async () => {
  const lines = [
    { jsonrpc: "2.0", id: 999, result: {} },
    { jsonrpc: "2.0", id: "0", result: {} },
    { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
    { jsonrpc: "2.0", method: "_vendor/telemetry", params: { a: 1 } },
    { jsonrpc: "2.0", method: "$/progress" },
    { jsonrpc: "2.0", method: "session/update", params: { sessionId: 7, update: null } },
    { jsonrpc: "2.0", method: "session/update" },
    { jsonrpc: "2.0", method: "elicitation/complete", params: 3 },
    { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 12345 } },
  ];
  const steps = lines.map((line) => ({ type: "write" as const, text: `${JSON.stringify(line)}\n` }));
  await using run = await scripted({ turns: [{ steps: [...steps, { type: "say", text: "still here" }] }] });
  const events: TimelineEvent[] = [];
  const session = await run.agent.newSession({ cwd: "/", onEvent: (event) => void events.push(event) });
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
  expect(saidIn(events)).toBe("still here");
  expect(run.wire.answers()).toEqual([]);
});

it("[R8, R10, R11, R13, R14, R16, Y-04] answers every request once, with the right error where there is one", async () => {
  const requests = [
    { id: -1, method: "_vendor/question" },
    { id: "0", method: "fs/read_text_file", params: { sessionId: "session-1", path: "/x" } },
    { id: "", method: "session/request_permission", params: { sessionId: "session-1" } },
    { id: "update", method: "session/update", params: { sessionId: "session-1", update: {} } },
    { id: 9_007_199_254_740_991, method: "session/request_permission", params: { sessionId: "other", ...question } },
  ];
  const steps = requests.map((request) => ({
    type: "write" as const,
    text: `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`,
  }));
  await using run = await scripted({ turns: [{ steps: [...steps, { type: "ask", title: "at last" }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.prompt("hi");
  const answers = run.wire.messages.flatMap(({ from, message }) =>
    from === "client" && message && !("method" in message) ? [message] : [],
  );
  const codes = answers.map((answer) => [answer.id, "error" in answer ? answer.error.code : "result"]);
  expect(codes).toHaveLength(6);
  expect(new Set(codes)).toEqual(
    new Set([
      [-1, -32601],
      ["0", -32601],
      ["", -32602],
      ["update", -32601],
      [9_007_199_254_740_991, -32002],
      [0, "result"],
    ]),
  );
});

it("[R18] keeps its own ids apart from the agent's", async () => {
  await using run = await scripted({ turns: [{ steps: [{ type: "tool", title: "look", ask: true }] }] });
  const session = await run.agent.newSession({ cwd: "/" });
  // Both sides count from zero, so the agent's question has the id of our `initialize`, and a pending prompt has another.
  await expect(session.prompt("hi")).resolves.toEqual({ stopReason: "end_turn" });
});

it("[G-06, R22] ends an agent that stays when its stdin has ended, and all of it", async () => {
  await leaveNothing(async () => {
    await using run = await scripted({ manners: { ignoresEnd: true } });
    await run.agent.close();
    await run.agent.close();
    await expect(run.agent.closed).resolves.toBeUndefined();
  });
});

const question = {
  toolCall: { toolCallId: "t" },
  options: [{ optionId: "no", name: "No", kind: "reject_once" }],
};
