import { createInterface } from "node:readline";

import { type JsonObject, objectOf, parseMessage } from "@tenon/basis";
import { expect, it } from "vitest";

import { connectAgent } from "../../src/connection/connect-agent.ts";
import { startAgent } from "../../src/launch/agent-program.ts";

/** Opens one session, and asks the client in each turn; its requests are counted from 0, as those of its like are. */
const AGENT = `
  const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  let session, turn;
  console.log("a banner");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params, result } = JSON.parse(line);
    if (method === "initialize") say({ id, result: { protocolVersion: 1, title: params.title } });
    if (method === "session/new" && params.fails) return say({ id, error: { code: 1, message: "no" } });
    if (method === "session/new" && session) return say({ id, error: { code: 2, message: "There is a session already" } });
    if (method === "session/new") say({ id, result: { sessionId: (session = "session-" + process.pid), pid: process.pid } });
    if (method === "session/prompt") { turn = id; say({ id: 0, method: "session/request_permission", params: { sessionId: session, toolCall: { toolCallId: "t" }, options: [] } }); }
    if (method === undefined && id === 0) say({ id: turn, result: { stopReason: "end_turn", heard: result } });
    if (method === "session/cancel") process.exit(7);
  });
`;

async function open() {
  const program = { command: process.execPath, args: ["-e", AGENT], cwd: process.cwd(), env: {} };
  const child = await startAgent({ ...program, runsOneSession: true }, {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let isOver = false;
  return {
    child,
    send: (message: JsonObject) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    /** The next message; undefined at the end. */
    async next(): Promise<JsonObject | undefined> {
      while (!isOver) {
        const { value, done } = await lines.next();
        isOver = done === true;
        const message = isOver ? undefined : parseMessage(value ?? "");
        if (message !== undefined) return objectOf(message);
      }
      return undefined;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

async function newSession(agent: Awaited<ReturnType<typeof open>>, id: number): Promise<JsonObject> {
  agent.send({ id, method: "session/new", params: {} });
  const answer = await agent.next();
  expect(answer).toMatchObject({ id });
  return objectOf(answer?.["result"]);
}

it("gives each session a process, whose questions and answers do not mix", async () => {
  await using agent = await open();
  agent.send({ id: "i", method: "initialize", params: { title: "x" } });
  expect(await agent.next()).toMatchObject({ id: "i", result: { title: "x" } });
  const one = await newSession(agent, 1);
  const two = await newSession(agent, 2);
  expect(one["pid"]).toBe(agent.child.pid);
  expect(two["pid"]).not.toBe(one["pid"]);

  agent.send({ id: 3, method: "session/prompt", params: { sessionId: one["sessionId"] } });
  const first = await agent.next();
  agent.send({ id: 4, method: "session/prompt", params: { sessionId: two["sessionId"] } });
  const second = await agent.next();
  expect([first, second]).toMatchObject([
    { id: 0, params: { sessionId: one["sessionId"] } },
    { id: "process-1:0", params: { sessionId: two["sessionId"] } },
  ]);
  agent.send({ id: second?.["id"], result: "to the second" });
  expect(await agent.next()).toMatchObject({ id: 4, result: { heard: "to the second" } });
  agent.send({ id: first?.["id"], result: "to the first" });
  expect(await agent.next()).toMatchObject({ id: 3, result: { heard: "to the first" } });
});

it("is one agent for a client that drives it", async () => {
  const program = { command: process.execPath, args: ["-e", AGENT], cwd: process.cwd(), env: {} };
  const heard: string[] = [];
  await using agent = await connectAgent(
    { ...program, runsOneSession: true },
    {
      clientInfo: { name: "test", version: "0.0.0" },
      services: {
        permissions: async ({ sessionId }) => {
          heard.push(sessionId);
          return { outcome: { outcome: "cancelled" } };
        },
      },
    },
  );
  const sessions = await Promise.all([1, 2].map(() => agent.newSession({ cwd: process.cwd(), mcpServers: [] })));
  const turns = await Promise.all(sessions.map((session) => session.prompt("go")));
  expect(turns).toMatchObject([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
  expect(heard.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
});

it("is gone although nothing reads what it wrote", async () => {
  const program = { command: process.execPath, cwd: process.cwd(), env: {}, runsOneSession: true } as const;
  const flood = `process.stdin.on("data", () => {}); setInterval(() => console.log("x".repeat(1e6)), 1)`;
  const child = await startAgent({ ...program, args: ["-e", flood] }, {});
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}\n');
  expect(await child.close({ graceMs: 0 })).toMatchObject({ survivors: [] });
});

it("needs no second process for a session after one that the agent refused", async () => {
  await using agent = await open();
  agent.send({ id: 1, method: "session/new", params: { fails: true } });
  expect(await agent.next()).toMatchObject({ id: 1, error: { message: "no" } });
  expect(await newSession(agent, 2)).toMatchObject({ pid: agent.child.pid });
});

it("ends as a whole: with its input, and when one of its processes ends", async () => {
  await using leaves = await open();
  await newSession(leaves, 1);
  await newSession(leaves, 2);
  leaves.child.stdin.end();
  expect(await leaves.next()).toBeUndefined();
  expect(await leaves.child.closed).toMatchObject({ code: 0, survivors: [] });

  await using fails = await open();
  await newSession(fails, 1);
  const { sessionId } = await newSession(fails, 2);
  fails.send({ method: "session/cancel", params: { sessionId } });
  expect(await fails.child.exited).toMatchObject({ code: 7 });
  expect(await fails.next()).toBeUndefined();
  await fails.child.closed;
  expect(() => process.kill(fails.child.pid, 0)).toThrow("ESRCH");
});
