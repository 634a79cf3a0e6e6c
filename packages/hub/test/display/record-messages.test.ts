import type { ServerMessage } from "@tenon/hub";
import { createMessageRecord, type RecordedMessage } from "@tenon/hub/display";
import { expect, it, onTestFinished, vi } from "vitest";

import { createMessageBudget } from "../../src/display/message-budget.ts";

it("takes a large message when there was none before it, and counts for each server by itself", () => {
  const dropped: object[] = [];
  const budget = createMessageBudget((count) => dropped.push(count));
  expect(budget.take("a", 10_000_000)).toBe(true);
  expect(budget.take("a", 1)).toBe(false);
  expect(budget.take("b", 1)).toBe(true);
  budget.close();
  budget.close();
  expect(dropped).toEqual([{ server: "a", count: 1 }]);
});

it("leaves out what a journal that does not keep up would have to hold in memory, and counts it", async () => {
  const journal = slowJournal();
  const record = createMessageRecord({ callsOn: () => [], append: journal.append, now: Date.now });
  for (let id = 1; id <= 3_000; id += 1) record.add(callMessage(id));
  expect(journal.records).toHaveLength(2_000);
  await journal.catchUp();
  record.add(callMessage(3_001, 20_000_000));
  record.add(callMessage(3_002));
  record.flush();
  expect(journal.records.slice(2_000).map(({ message }) => message["message"])).toMatchObject([{ id: 3_001 }]);
  await journal.catchUp();
  record.add(callMessage(3_003));
  record.close();
  expect(journal.records.slice(2_001).map(({ message }) => message)).toMatchObject([
    { type: "mcp-message", message: { id: 3_003 } },
    { type: "mcp-messages-dropped", server: "files", count: 1_001 },
  ]);
});

it("records a large message when its reader has had it, and keeps the order", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const journal = slowJournal();
  const record = createMessageRecord({ callsOn: () => [], append: journal.append, now: () => 5 });
  record.add(callMessage(1));
  record.add(callMessage(2, 300_000));
  record.add(callMessage(3));
  expect(journal.ids()).toEqual([1]);
  vi.advanceTimersByTime(50);
  expect(journal.ids()).toEqual([1, 2, 3]);
  expect(journal.records.map(({ at }) => at)).toEqual([undefined, 5, 5]);
  record.add(callMessage(4, 300_000));
  record.close();
  expect(journal.ids()).toEqual([1, 2, 3, 4]);
});

function callMessage(id: number, size = 0): ServerMessage {
  const message = { jsonrpc: "2.0", id, method: "tools/call", params: { text: "x".repeat(size) } };
  return { server: "files", direction: "sent", call: `call-${id}`, message, text: JSON.stringify(message) };
}

/** Takes records, and writes them when it is told to. */
function slowJournal() {
  const records: RecordedMessage[] = [];
  let waiting: (() => void)[] = [];
  return {
    records,
    ids: () => records.map(({ text }): number => JSON.parse(text).message.id),
    append(record: RecordedMessage): Promise<void> {
      records.push(record);
      return new Promise((resolve) => void waiting.push(resolve));
    },
    async catchUp(): Promise<void> {
      for (const resolve of waiting) resolve();
      waiting = [];
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}
