import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { briefly, calls, ends, entriesOf, fold, prompts, says, text, update } from "./events.ts";

it("shows how a turn ended: the stop reason as it is, or the error [V-04]", () => {
  expect(entriesOf(prompts("Go"), { type: "turn-end", stopReason: "max_tokens" })).toMatchObject([
    { type: "user-message", content: [text("Go")] },
    { type: "turn-end", stopReason: "max_tokens" },
  ]);
  const error = { code: -32603, message: "Out of coffee" };
  expect(entriesOf(prompts("Go"), { type: "turn-end", error })).toMatchObject([{}, { type: "turn-end", error }]);
});

it("reports whether a turn is open, also while a second prompt waits [I-01]", () => {
  const timeline = fold();
  const isOpen = (event: TimelineEvent) => {
    timeline.add(event);
    return timeline.state.isTurnOpen;
  };
  expect([prompts("Go"), says("a"), prompts("On"), ends, ends].map(isOpen)).toEqual([true, true, true, true, false]);
  expect([prompts("Go"), prompts("On"), { type: "interruption" as const }].map(isOpen)).toEqual([true, true, false]);
});

it("does not let the late answer of a turn that was given up end the next one [R74, I-07]", () => {
  const shown = briefly(
    { type: "prompt", content: [text("Go")], requestId: "1" },
    { type: "interruption" },
    { type: "prompt", content: [text("On")], requestId: "2" },
    calls("1"),
    { type: "turn-end", requestId: "1", stopReason: "cancelled" },
  );
  expect(shown).toEqual(["user-message: Go", "turn-end", "user-message: On", "1: pending"]);
});

it("shows the end of a turn whose beginning it never saw", () => {
  expect(briefly(says("a"), ends)).toEqual(["agent-message: a", "turn-end"]);
});

it("an interruption between turns is nothing to read", () => {
  expect(briefly(prompts("Go"), ends, { type: "interruption" })).toEqual(["user-message: Go", "turn-end"]);
});

it("an interruption leaves nothing going on", () => {
  const compaction = update({ sessionUpdate: "compaction_update", compactionId: "c", status: "in_progress" });
  expect(entriesOf(prompts("Go"), compaction, says("a"), { type: "interruption" })).toMatchObject([
    {},
    { type: "compaction", status: "failed" },
    { isOpen: false },
    { isInterrupted: true },
  ]);
});
