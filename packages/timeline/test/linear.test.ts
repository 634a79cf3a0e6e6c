/** The work of folding, counted and not timed: entries touched, and blocks copied in them. */

import type { TimelineEvent } from "@tenon/timeline";
import { createTimeline, createWireReader } from "@tenon/timeline";
import { expect, it } from "vitest";

import { calls, completes, ends, prompts, reports, says, text, thinks, update } from "./events.ts";

const COUNT = 100_000;

it("[W-01, W-05] adds 100,000 chunks to one message with the same work for each", () => {
  const { timeline, mostTouched, mostBlocks } = work(function* () {
    for (let at = 0; at < COUNT; at += 1) yield says("word ");
  });
  expect(timeline.entries).toHaveLength(1);
  expect(timeline.entries[0]).toMatchObject({ content: [text("word ".repeat(COUNT))], revision: COUNT });
  expect({ mostTouched, mostBlocks }).toEqual({ mostTouched: 1, mostBlocks: 1 });
});

it("folds 100,000 updates of a long session, none of which touches more than two entries", () => {
  const { timeline, touched, mostTouched, mostBlocks } = work(function* () {
    for (let at = 0; at < COUNT / 5; at += 1) {
      yield thinks("hm");
      yield says("Let me look.");
      yield calls(`${at}`);
      yield reports(`${at}`, { status: "in_progress" });
      yield completes(`${at}`);
    }
  });
  expect(timeline.entries).toHaveLength((COUNT / 5) * 3);
  // One for each update, and one more for each thought or message that another entry ends.
  expect(touched).toBe(COUNT + (COUNT / 5) * 2);
  expect({ mostTouched, mostBlocks }).toEqual({ mostTouched: 2, mostBlocks: 1 });
});

it("copies a bounded list of blocks however many blocks a message has", () => {
  const { mostTouched, mostBlocks } = work(function* () {
    for (let at = 0; at < 2_000; at += 1) {
      yield says("see ");
      yield update({
        sessionUpdate: "agent_message_chunk",
        content: { type: "resource_link", uri: `file:///${at}`, name: "a" },
      });
    }
  });
  expect({ mostTouched, mostBlocks }).toEqual({ mostTouched: 2, mostBlocks: 256 });
});

it("closes only what is open: turns of a long session do not look back", () => {
  const { mostTouched } = work(function* () {
    for (let at = 0; at < 5_000; at += 1) {
      yield prompts("Go");
      yield calls(`${at}`);
      yield says("Done.");
      yield ends;
    }
  });
  // The message, the call that was left open, and the end itself.
  expect(mostTouched).toBe(3);
});

it("forgets requests that were answered", () => {
  const reader = createWireReader();
  const timeline = createTimeline();
  let events = 0;
  for (let id = 0; id < 10_000; id += 1) {
    const params = { sessionId: "s", toolCall: { toolCallId: "1" }, options: [] };
    for (const event of [
      ...reader.read("agent", { id, method: "session/request_permission", params }),
      ...reader.read("client", { id, result: { outcome: { outcome: "cancelled" } } }),
    ]) {
      events += 1;
      timeline.add(event);
    }
  }
  expect(events).toBe(20_000);
  expect(timeline.entries).toMatchObject([{ permission: { state: "cancelled" }, revision: 20_000 }]);
});

function work(events: () => Iterable<TimelineEvent>) {
  const timeline = createTimeline();
  let [touched, mostTouched, mostBlocks] = [0, 0, 0];
  for (const event of events()) {
    const changed = timeline.add(event);
    touched += changed.length;
    mostTouched = Math.max(mostTouched, changed.length);
    for (const entry of changed) mostBlocks = Math.max(mostBlocks, "content" in entry ? entry.content.length : 0);
  }
  return { timeline, touched, mostTouched, mostBlocks };
}
