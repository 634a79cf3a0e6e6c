/**
 * Functions of a program as tools of a session: the agent as a process, behind `tenon wrap`, and behind a gateway.
 */

import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  answerAlways,
  type AgentProgram,
  type AgentSession,
  type AnswerElicitation,
  connectAgent,
  type SessionOptions,
} from "@tenon/client";
import { markedProcesses } from "@tenon/testkit";
import { createTimeline } from "@tenon/timeline";
import { defineTool, defineToolset, jsonSchema, type ToolContext, ToolError } from "@tenon/toolset";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startServe } from "./served/served-gateway.ts";
import { noConfiguration, tenon } from "./tenon.ts";

interface Door {
  /** The arguments of `tenon`. */
  open(folder: string, closing: AsyncDisposableStack): Promise<readonly string[]>;
}

const doors: readonly (readonly [string, Door])[] = [
  ["of our agent", { open: async () => ["agent"] }],
  ["behind tenon wrap", { open: async () => ["wrap", "--", process.execPath, tenon, "agent"] }],
  [
    "behind a gateway",
    {
      async open(folder, closing) {
        const gateway = closing.use(
          await startServe({ data: folder, flags: ["--model", "rehearsal", "--agent", "tenon"], environment: {} }),
        );
        const tokenFile = join(folder, "client-token");
        await writeFile(tokenFile, gateway.headers["Authorization"]?.replace("Bearer ", "") ?? "", { mode: 0o600 });
        return ["connect", `http://${gateway.address}`, "--token-file", tokenFile];
      },
    },
  ],
];

describe.each(doors)("a function as a tool, %s", (_, door) => {
  let place: Connected;
  beforeAll(async () => void (place = await connected(door)));
  afterAll(() => place[Symbol.asyncDispose]());

  it("[R121] is called with checked arguments, and what it returns reaches the model", async () => {
    const asked: string[] = [];
    const run = (order: string) => {
      asked.push(order);
      return { state: "shipped", order };
    };
    const session = await place.open([orderState(run)]);
    await session.prompt('order_state order="A-17"');
    expect(asked).toEqual(["A-17"]);
    expect(place.said()).toContain("shipped");
  });

  it("that fails gives the model an id, and the program the whole error; a ToolError is for the model", async () => {
    const session = await place.open([
      orderState((order) => {
        throw order === "A-1" ? new ToolError("not_found", "no such order here") : new Error("password is 1234");
      }),
    ]);
    await session.prompt('order_state order="A-1"');
    expect(place.said()).toContain("no such order here");
    await session.prompt('order_state order="A-2"');
    expect(place.log.join()).toContain("password is 1234");
    expect(place.said()).not.toContain("1234");
  });

  it("[R122] is aborted when the turn is cancelled, and can be called in the next one", async () => {
    const running = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    let calls = 0;
    const session = await place.open([
      orderState(async (_order, { signal }) => {
        calls += 1;
        if (calls > 1) return { state: "found" };
        running.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        aborted.resolve();
        return {};
      }),
    ]);
    const turn = session.prompt('order_state order="A-17"');
    await running.promise;
    await session.cancel();
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
    await aborted.promise;
    await session.prompt('order_state order="A-18"');
    expect(place.said()).toContain("found");
  });

  it("asks the user in the middle of a call, and goes on with the answer", async () => {
    let calls = 0;
    const session = await place.open([
      orderState(async (_order, { elicit }) => {
        calls += 1;
        const schema = { type: "object" as const, properties: { reason: { type: "string" as const } } };
        const answer = await elicit({ message: "Why this order?", schema });
        return { asked: answer };
      }),
    ]);
    await session.prompt('order_state order="A-17"');
    expect(place.said()).toContain("a gift");
    expect(calls).toBe(1);
  });

  it("is declared again when the session is loaded, and ends with it, also from inside a call", async () => {
    const before = await place.open([orderState(() => ({ state: "before" }))]);
    await before.prompt('order_state order="A-17"');
    await before.close();
    const stopped = Promise.withResolvers<void>();
    const shop = defineToolset({
      name: "shop",
      version: "1.0.0",
      start: () => {},
      stop: () => stopped.resolve(),
      tools: [
        orderState(() => {
          void again.close();
          return { state: "closed" };
        }),
      ],
    });
    const again = await place.load(before.id, [shop]);
    await again.prompt('order_state order="A-18"').catch(() => {});
    await stopped.promise;
    await expect(again.prompt("anything")).rejects.toMatchObject({ code: "session_closed" });
  });

  // The last one: nothing of the connection is left after it.
  it("is aborted when the agent is killed", async () => {
    const running = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const session = await place.open([
      orderState(async (_order, { signal }) => {
        running.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        aborted.resolve();
        return {};
      }),
    ]);
    const turn = session.prompt('order_state order="A-17"');
    const failure = turn.catch((error: unknown) => error);
    await running.promise;
    await place.kill();
    expect(await failure).toMatchObject({ code: "agent_exited" });
    await aborted.promise;
  });
});

type Tools = NonNullable<SessionOptions["tools"]>;
type Run = (order: string, context: ToolContext) => object | Promise<object>;

function orderState(run: Run) {
  return defineTool({
    name: "order_state",
    description: "The state of an order, by its number.",
    annotations: { readOnlyHint: true },
    input: jsonSchema<{ order: string }>({
      type: "object",
      properties: { order: { type: "string" } },
      required: ["order"],
    }),
    run: ({ order }, context) => run(order, context),
  });
}

interface Connected extends AsyncDisposable {
  open(tools: Tools): Promise<AgentSession>;
  load(id: string, tools: Tools): Promise<AgentSession>;
  kill(): Promise<void>;
  /** All that the timeline of the last session says. */
  said(): string;
  /** What failed functions left for the program. */
  readonly log: readonly string[];
}

const form: AnswerElicitation = async () => ({ action: "accept", content: { reason: "a gift" } });

/** The tests of a door share its processes: starting them costs more than all the tests. */
async function connected(door: Door): Promise<Connected> {
  const closing = new AsyncDisposableStack();
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-function-tools-")));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const args = [tenon, ...(await door.open(folder, closing))];
  const env = { PATH: process.env["PATH"], HOME: folder, TENON_DATA: join(folder, "data"), ...noConfiguration };
  const program: AgentProgram = { command: process.execPath, args, cwd: folder, env };
  const log: string[] = [];
  const agent = closing.use(
    await connectAgent(program, {
      clientInfo: { name: "test", version: "1.0.0" },
      services: { permissions: answerAlways("allow"), elicitation: { form } },
      onToolLog: ({ message }) => void log.push(String(message)),
    }),
  );
  let timeline = createTimeline();
  const opening = (tools: Tools): SessionOptions => {
    timeline = createTimeline();
    return { cwd: folder, tools, onEvent: (event) => void timeline.add(event) };
  };
  return {
    open: (tools) => agent.newSession(opening(tools)),
    load: (id, tools) => agent.loadSession(id, opening(tools)),
    async kill() {
      const started = await markedProcesses({ name: "HOME", value: folder }).living();
      for (const { pid, parent } of started) if (parent === process.pid) process.kill(pid, "SIGKILL");
    },
    said: () => JSON.stringify(timeline.entries),
    log,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
