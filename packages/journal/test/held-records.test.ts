import { expect, it, vi } from "vitest";

import { createRecordedPassages } from "../src/stream/index.ts";

const LARGE = "x".repeat(300_000);

it("a large message of MCP over ACP is recorded when it is delivered, and what follows is recorded after it", async () => {
  const { near, far, log, taken } = passages();
  void near.add({ n: 1, id: 1, method: "mcp/message" }, LARGE);
  void far.add({ n: 2 }, "{}");
  void near.add({ n: 3, method: "mcp/message" }, "{}");
  void far.add({ n: 4, id: 1, result: {} }, LARGE);
  await new Promise(setImmediate);
  expect(log).toEqual(["far 4 delivered"]);
  taken.resolve();
  await Promise.all([near.settled(), far.settled()]);
  expect(log.filter((entry) => entry.endsWith("recorded"))).toEqual(
    [1, 2, 3, 4].map((n) => `${side(n)} ${n} recorded`),
  );
});

it("a peer that does not read keeps nothing from being recorded", async () => {
  const { near, far, log } = passages();
  void near.add({ n: 1, method: "mcp/message" }, LARGE);
  void far.add({ n: 2 }, "{}");
  await far.settled();
  expect(log).toEqual(["near 1 recorded", "far 2 recorded", "far 2 delivered"]);
});

it("a peer that has gone keeps nothing from being recorded", async () => {
  const { near, far, log, taken } = passages();
  void near.add({ n: 1, method: "mcp/message" }, LARGE);
  void far.add({ n: 2 }, "{}");
  taken.reject(new Error("gone"));
  await far.settled();
  expect(log).toEqual(["near 1 recorded", "far 2 recorded", "far 2 delivered"]);
});

it("a large message is recorded behind what its reader asks next", async () => {
  vi.useFakeTimers();
  using _ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const { near, far, log, taken } = passages();
  taken.resolve();
  void near.add({ n: 1, method: "mcp/message" }, LARGE);
  await vi.advanceTimersByTimeAsync(60);
  expect(log).toEqual([]);
  void far.add({ n: 2, method: "mcp/message" }, "{}");
  await vi.advanceTimersByTimeAsync(10);
  expect(log).toEqual(["far 2 delivered", "near 1 recorded", "far 2 recorded"]);
});

interface Message {
  readonly n: number;
  readonly id?: number;
  readonly method?: string;
  readonly result?: object;
}

/** The near side delivers when `taken` resolves, the far side at once. */
function passages() {
  const log: string[] = [];
  const taken = Promise.withResolvers<void>();
  const record = (from: string) => async (message: Message) => log.push(`${from} ${message.n} recorded`);
  const both = createRecordedPassages<Message>({
    near: { record: record("near"), deliver: () => taken.promise },
    far: { record: record("far"), deliver: ({ n }) => void log.push(`far ${n} delivered`) },
    isMcpEarly: true,
    messageOf: (message) => message,
    errorItem: () => ({ n: 0 }),
    onFailure: (error) => log.push(String(error)),
  });
  return { ...both, log, taken };
}

function side(n: number): string {
  return n % 2 === 1 ? "near" : "far";
}
