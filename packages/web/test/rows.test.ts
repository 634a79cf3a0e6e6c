import { createTimeline } from "@tenon/timeline";
import { expect, it } from "vitest";

import { createRows } from "../src/open-session/rows.ts";

it("gives each entry a row, consecutive receipts one, and a normal turn end none, unless nothing was answered", () => {
  const timeline = createTimeline();
  const rows = createRows();
  timeline.add({ type: "receipt", server: "a", state: "started" });
  timeline.add({ type: "receipt", server: "b", state: "started" });
  rows.extend(timeline.entries);
  timeline.add({ type: "receipt", server: "c", state: "started" });
  timeline.add({ type: "prompt", content: [{ type: "text", text: "Hello" }], requestId: "1" });
  timeline.add({ type: "update", update: { sessionUpdate: "usage_update", used: 1, size: 2 } });
  timeline.add({ type: "turn-end", requestId: "1", stopReason: "end_turn" });
  timeline.add({ type: "prompt", content: [{ type: "text", text: "Again" }], requestId: "2" });
  timeline.add({ type: "turn-end", requestId: "2", stopReason: "cancelled" });
  rows.extend(timeline.entries);
  expect(rows.list.map(({ type, first, last }) => [type, first, last])).toEqual([
    ["receipt", 0, 2],
    ["user-message", 3, 3],
    ["turn-end", 5, 5],
    ["user-message", 6, 6],
    ["turn-end", 7, 7],
  ]);
});

it("keeps the key of a row when it takes another receipt", () => {
  const timeline = createTimeline();
  const rows = createRows();
  timeline.add({ type: "receipt", server: "a", state: "started" });
  rows.extend(timeline.entries);
  const before = rows.list.map(({ key }) => key);
  timeline.add({ type: "receipt", server: "b", state: "started" });
  rows.extend(timeline.entries);
  expect(rows.list.map(({ key }) => key)).toEqual(before);
});
