/** What the journal says of a turn that was cut off while it waited for a person. */

import { eventRecord, openMemoryJournal } from "@tenon/journal";
import { expect, it } from "vitest";

import type { HistoryRecord } from "../src/history/history.ts";
import { readUnfinished } from "../src/session/stored/unfinished-turn.ts";

const calls = ["one", "two"].map((path, index) => ({
  type: "tool-call" as const,
  id: `m${index}`,
  name: "write_file",
  args: { path },
}));
const history: readonly HistoryRecord[] = [{ type: "history", message: { role: "assistant", parts: calls } }];
const question = (id: number, toolCallId: string, rawInput: object) => ({
  id,
  method: "session/request_permission",
  params: { toolCall: { toolCallId, name: "write_file", rawInput } },
});
const [first, second] = [question(1, "t0", { path: "one" }), question(2, "t1", { path: "two" })];

it("[N-01] has the calls that were asked about, under the ids that clients know", async () => {
  const { unfinished } = await recorded(first, second);
  expect(await unfinished()).toMatchObject({
    promptId: "p1",
    calls: [
      { toolCallId: "t0", call: { id: "m0" } },
      { toolCallId: "t1", call: { id: "m1" } },
    ],
  });
});

it("[N-01] leaves out a call that was approved: it may have run", async () => {
  const { unfinished, writer } = await recorded(first, second);
  const permitted = { type: "permitted", toolCallId: "t0" };
  await writer.append(eventRecord(permitted));
  expect((await unfinished())?.calls).toMatchObject([{ toolCallId: "t1" }]);
});

it("[N-01] leaves out a call that has ended, and one whose arguments had a secret", async () => {
  const ended = { sessionUpdate: "tool_call_update", toolCallId: "t0", status: "failed" };
  const { unfinished } = await recorded(first, second, { method: "session/update", params: { update: ended } });
  expect((await unfinished())?.calls).toMatchObject([{ toolCallId: "t1" }]);
  const secret = { path: "[redacted]" };
  const hidden = await recorded(question(1, "t0", secret));
  const call = { type: "tool-call" as const, id: "m0", name: "write_file", args: secret };
  const message = { role: "assistant" as const, parts: [call] };
  expect((await hidden.unfinished([{ type: "history", message }]))?.calls).toEqual([]);
});

it("goes on without a call whose form was open, and does not exist where no question was asked", async () => {
  const form = await recorded({ id: 1, method: "elicitation/create", params: {} });
  expect(await form.unfinished()).toMatchObject({ calls: [] });
  expect(await (await recorded()).unfinished()).toBeUndefined();
  const results: HistoryRecord = { type: "history", message: { role: "tool", results: [] } };
  expect(await form.unfinished([...history, results])).toBeUndefined();
});

it("does not exist in a copy: it waits in the session that was forked or exported", async () => {
  const { journal, unfinished } = await recorded(first, second);
  const { id } = await journal.fork("s1", { newId: "s2" });
  expect(await readUnfinished(journal, id, history)).toBeUndefined();
  await using elsewhere = openMemoryJournal();
  await elsewhere.import(journal.export("s1"));
  expect(await readUnfinished(elsewhere, "s1", history)).toBeUndefined();
  expect(await unfinished()).toBeDefined();
});

async function recorded(...messages: readonly object[]) {
  const journal = openMemoryJournal();
  const writer = await journal.create({ id: "s1", agent: "tenon", cwd: "/" });
  const append = (from: "client" | "agent", message: object) =>
    writer.append({ from, text: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  await append("client", { id: 9, method: "session/prompt", params: { _meta: { tenon: { promptId: "p1" } } } });
  for (const message of messages) await append("agent", message);
  return { journal, writer, unfinished: (given = history) => readUnfinished(journal, "s1", given) };
}
