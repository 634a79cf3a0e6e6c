/**
 * Nine projects have shipped one bug: what an agent said after a tool call was shown before it, or glued to what it had said
 * before. The first four tests follow the reports; of the other five we have only the kind of the bug, so each of them
 * tries another way into it.
 */

import { createRecordReader, createTimeline } from "@tenon/timeline";
import { expect, it } from "vitest";

import { brief, briefly, calls, completes, ends, entriesOf, prompts, reports, says, thinks, update } from "./events.ts";

it("[I-11] hapi#505: text before a call is not held back until the calls are done, and a report of the call cuts no text", () => {
  expect(
    briefly(
      says("Let me "),
      says("look."),
      calls("1"),
      says("It is "),
      reports("1", { status: "in_progress" }),
      says("running"),
      completes("1"),
      says("."),
      calls("2"),
      completes("2"),
    ),
  ).toEqual(["agent-message: Let me look.", "1: completed", "agent-message: It is running.", "2: completed"]);
});

it("mainframe#693: paragraphs on both sides of calls or thoughts are not glued into one", () => {
  expect(
    briefly(
      says("Opening the PR."),
      ...["1", "2", "3"].flatMap((id) => [calls(id), completes(id)]),
      says("The race is fixed."),
      thinks("Is it?"),
      says("It is."),
    ),
  ).toEqual([
    "agent-message: Opening the PR.",
    "1: completed",
    "2: completed",
    "3: completed",
    "agent-message: The race is fixed.",
    "thought: Is it?",
    "agent-message: It is.",
  ]);
});

it("jupyter-ai-acp-client#47: calls stand where they began, not at the top, and one that is reported twice stands once", () => {
  expect(
    briefly(
      says("First."),
      calls("1"),
      says("Then."),
      calls("1", { rawInput: { path: "a" } }),
      calls("2"),
      says("Done."),
    ),
  ).toEqual(["agent-message: First.", "1: pending", "agent-message: Then.", "2: pending", "agent-message: Done."]);
});

it("agezt#124: an answer reads said this, ran that, said this, with the last words last", () => {
  const shown = briefly(
    prompts("Go"),
    says("a"),
    calls("1"),
    says("b"),
    calls("2"),
    completes("2"),
    completes("1"),
    says("c"),
    ends,
  );
  expect(shown).toEqual([
    "user-message: Go",
    "agent-message: a",
    "1: completed",
    "agent-message: b",
    "2: completed",
    "agent-message: c",
    "turn-end",
  ]);
});

it("paseo#4701: an agent that keeps one message id through the whole turn is shown in order all the same", () => {
  expect(briefly(says("before", "m"), calls("1"), says("after", "m"), says(" that", "m"))).toEqual([
    "agent-message: before",
    "1: pending",
    "agent-message: after that",
  ]);
});

it("openagents#1362: a call that is first heard of by its update, or by a question, ends the text too", () => {
  expect(
    briefly(
      says("one"),
      reports("1", { status: "in_progress" }),
      says("two"),
      { type: "permission-asked", requestId: "7", toolCall: { toolCallId: "2", title: "Write" }, options: [] },
      says("three"),
    ),
  ).toEqual(["agent-message: one", "1: in_progress", "agent-message: two", "2: pending", "agent-message: three"]);
});

it("OpenMausBot#352: calls side by side that end in another order stay where they began", () => {
  expect(
    briefly(
      says("All three."),
      calls("1"),
      calls("2"),
      calls("3"),
      completes("3"),
      says("One down."),
      completes("1"),
      completes("2"),
    ),
  ).toEqual(["agent-message: All three.", "1: completed", "2: completed", "3: completed", "agent-message: One down."]);
});

it("wayland#1143: text that begins with an empty chunk does not land before the call", () => {
  expect(briefly(says("before"), says(""), calls("1"), says(""), says("after"))).toEqual([
    "agent-message: before",
    "1: pending",
    "agent-message: after",
  ]);
});

it("boring-ui#245: the order is the same when the session is read again, and no place ever changes", () => {
  const events = [
    says("a"),
    calls("1"),
    thinks("b"),
    says("c"),
    calls("2"),
    completes("1"),
    says("d"),
    completes("2"),
    ends,
  ];
  const reader = createRecordReader();
  const again = createTimeline();
  const places: string[] = [];
  for (const event of events) {
    const record = { from: "tenon" as const, text: JSON.stringify(event) };
    for (const own of reader.read(record)) again.add(own);
    const keys = again.entries.map(({ key }) => key);
    expect(keys.slice(0, places.length)).toEqual(places.splice(0, places.length, ...keys));
  }
  expect(again.entries).toEqual(entriesOf(...events));
  expect(again.entries.map(brief)).toEqual([
    "agent-message: a",
    "1: completed",
    "thought: b",
    "agent-message: c",
    "2: completed",
    "agent-message: d",
    "turn-end",
  ]);
});

it("a plan that an agent makes without reporting a call stands between two messages", () => {
  const plan = update({ sessionUpdate: "plan", entries: [{ content: "Look", priority: "high", status: "pending" }] });
  expect(briefly(says("First I plan."), plan, says("Now I look."), plan, says("Done."))).toEqual([
    "agent-message: First I plan.",
    "plan",
    "agent-message: Now I look.",
    "agent-message: Done.",
  ]);
});
