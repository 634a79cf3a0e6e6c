import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createCarryFold, kindOf } from "@tenon/timeline";
import { expect, it } from "vitest";

import { createEarlierParts, type PartQuery } from "../src/open-session/earlier-parts.ts";
import { createSessionFold, type EarlierPart, type SessionSnapshot } from "../src/open-session/session-fold.ts";
import { callRun } from "../src/timeline/call-run.ts";
import { createApi } from "../src/wire/api.ts";
import type { FeedRecord } from "../src/wire/feed.ts";

it("folds the same runs of calls, under the same keys, whichever part was read first", () => {
  const records = [1, 2, 3].flatMap(turnOfCalls).map((record, index) => ({ ...record, seq: index + 1, at: index }));
  const [middle, end] = records.filter(({ from }) => from === "client").slice(1);
  const parts = createSessionFold(checkpointAt(records, end?.seq ?? 0));
  const whole = createSessionFold();
  for (const record of records) {
    whole.add(record);
    if (record.seq >= (end?.seq ?? 0)) parts.add(record);
  }
  const runs = (snapshot: SessionSnapshot) =>
    Array.from({ length: snapshot.rowCount }, (_, index) => callRun(snapshot, index));
  const expected = runs(whole.snapshot());
  expect(expected.filter((run) => run?.isFirst).map((run) => run?.count)).toEqual([5, 5, 5]);
  expect(runs(parts.snapshot())).toEqual(expected.slice(-7));
  parts.prepend({
    checkpoint: checkpointAt(records, middle?.seq ?? 0),
    records: records.filter(({ seq }) => seq >= (middle?.seq ?? 0) && seq < (end?.seq ?? 0)),
  });
  expect(runs(parts.snapshot())).toEqual(expected.slice(-14));
  parts.prepend({ checkpoint: undefined, records: records.filter(({ seq }) => seq < (middle?.seq ?? 0)) });
  expect(runs(parts.snapshot())).toEqual(expected);
});

it("reads no part twice, however many wait for one", async () => {
  let start = 10_000;
  const asked: PartQuery[] = [];
  const parts = createEarlierParts({
    async read(query): Promise<EarlierPart> {
      asked.push(query);
      await Promise.resolve();
      const seq = Math.max(1, query.before - query.records);
      return { checkpoint: undefined, records: [{ seq, at: 0, from: "client", message: {} }] };
    },
    start: () => start,
    onPart: ({ records }) => (start = records[0]?.seq ?? 1),
    onLoading() {},
  });
  await Promise.all([parts.load(), parts.load(5_000), parts.load(1), parts.load()]);
  expect(asked.map(({ before }) => before)).toEqual([10_000, 9_200, 5_000]);
});

it("takes no part that broke off in the middle", async () => {
  const lines = ["1", "2"].map((seq) => `{"seq":${seq},"at":1,"from":"client","message":{}}\n`);
  await using server = createServer((_, response) => response.end(lines.join("")));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const storage = { getItem: () => null, setItem() {}, removeItem() {} };
  const api = createApi({ base: new URL(`http://127.0.0.1:${port}`), storage, onSignedOut() {} });
  expect((await api.records("s1", { before: 3, records: 9 })).records).toHaveLength(2);
  await expect(api.records("s1", { before: 4, records: 9 })).rejects.toMatchObject({ code: "connection_lost" });
  server.closeAllConnections();
});

function turnOfCalls(id: number): readonly Pick<FeedRecord, "from" | "message">[] {
  const update = (change: object) => ({
    from: "agent" as const,
    message: { method: "session/update", params: { update: change } },
  });
  const content = { type: "text", text: "Done" };
  return [
    {
      from: "client",
      message: { id, method: "session/prompt", params: { prompt: [{ type: "text", text: `Question ${id}` }] } },
    },
    ...Array.from({ length: 5 }, (_, index) =>
      update({ sessionUpdate: "tool_call", toolCallId: `${id} ${index}`, title: "Read", status: "completed" }),
    ),
    update({ sessionUpdate: "agent_message_chunk", content }),
    { from: "agent", message: { id, result: { stopReason: "end_turn" } } },
  ];
}

function checkpointAt(records: readonly FeedRecord[], seq: number) {
  const fold = createCarryFold();
  for (const { from, message } of records.slice(0, seq - 1)) fold.add({ from, message, kind: kindOf(from, message) });
  const carry = fold.carry();
  return carry && { seq, carry };
}
