/**
 * Folding a session into its timeline: what an update costs must not grow with the session.
 */

import { createTimeline, type TimelineEvent, type UnknownUpdate } from "@tenon/timeline";

import { type Bench, median } from "./figure.ts";

const SHORT = 10_000;
const LONG = 100_000;
const ROUNDS = 5;

export const timelineFold: Bench = {
  name: "timeline-fold",
  what: `the cost of an update in a session of ${LONG} updates, against one of ${SHORT}`,
  async *run() {
    for (const [what, eventsOf] of Object.entries({
      "chunks of one message": oneMessage,
      "thoughts, messages, calls": work,
    })) {
      fold(eventsOf(LONG));
      const times: { short: number[]; long: number[] } = { short: [], long: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        // As many updates each, so that both pay alike for the garbage of the other.
        times.short.push(median(Array.from({ length: LONG / SHORT }, () => fold(eventsOf(SHORT)))));
        times.long.push(fold(eventsOf(LONG)));
      }
      yield {
        what,
        unit: "µs",
        measured: { name: `of ${LONG}`, value: median(times.long) },
        baseline: { name: `of ${SHORT}`, value: median(times.short) },
        // What grows with the session would be ten times as dear.
        limit: 3,
      };
    }
  },
};

/** Microseconds for each event. */
function fold(events: readonly TimelineEvent[]): number {
  const timeline = createTimeline();
  const start = performance.now();
  for (const event of events) timeline.add(event);
  return ((performance.now() - start) * 1_000) / events.length;
}

function oneMessage(count: number): readonly TimelineEvent[] {
  return Array.from({ length: count }, () => update({ sessionUpdate: "agent_message_chunk", content: text("word ") }));
}

function work(count: number): readonly TimelineEvent[] {
  return Array.from({ length: count / 5 }, (_, at) => {
    const toolCallId = `${at}`;
    return [
      update({ sessionUpdate: "agent_thought_chunk", content: text("What is in it?") }),
      update({ sessionUpdate: "agent_message_chunk", content: text("Let me look.") }),
      update({ sessionUpdate: "tool_call", toolCallId, title: "Read", kind: "read", rawInput: { path: "/a" } }),
      update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" }),
      update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed", content: [] }),
    ];
  }).flat();
}

function update(update: UnknownUpdate): TimelineEvent {
  return { type: "update", update };
}

function text(words: string) {
  return { type: "text", text: words };
}
