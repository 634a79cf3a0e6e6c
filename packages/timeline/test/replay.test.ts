import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import {
  brief,
  briefly,
  calls,
  completes,
  echoes,
  ends,
  fold,
  prompts,
  replayed,
  reports,
  says,
  thinks,
  update,
} from "./events.ts";

const replayEnd: TimelineEvent = { type: "replay-end" };
const history = [
  echoes("Go"),
  thinks("hm"),
  says("a"),
  calls("1"),
  completes("1"),
  says("b"),
  echoes("On"),
  says("c"),
  calls("2"),
].map(replayed);

it("[E-01] shows the history that an agent replays into an empty timeline", () => {
  expect(briefly(...history, replayEnd)).toEqual([
    "user-message: Go",
    "thought: hm",
    "agent-message: a",
    "1: completed",
    "agent-message: b",
    "user-message: On",
    "agent-message: c",
    "2: failed",
  ]);
});

it("[E-02] does not show a history again that it has, however often it is loaded", () => {
  const timeline = fold(...history, replayEnd);
  const before = [...timeline.entries];
  for (const event of [...history, replayEnd, ...history, replayEnd]) expect(timeline.add(event)).toEqual([]);
  expect(timeline.entries).toEqual(before);
});

it("[E-02] does not show a history again that it saw live, and goes on after it", () => {
  const timeline = fold(prompts("Go"), says("a"), ends);
  for (const event of [...history, replayEnd]) expect(timeline.add(event)).toEqual([]);
  timeline.add(prompts("Next"));
  timeline.add(says("d"));
  expect(timeline.entries.map(brief).slice(3)).toEqual(["user-message: Next", "agent-message: d"]);
});

it("takes the state from a replay also where it knows the history", () => {
  const timeline = fold(prompts("Go"), ends);
  const title = update({ sessionUpdate: "session_info_update", title: "Joints" });
  const mode = update({ sessionUpdate: "current_mode_update", currentModeId: "code" });
  for (const event of [title, mode].map(replayed)) expect(timeline.add(event)).toEqual([]);
  expect(timeline.state).toMatchObject({ title: "Joints", modeId: "code" });
});

it("knows that nothing of a replay goes on: neither its messages nor its calls", () => {
  const timeline = fold(...history, replayEnd);
  expect(timeline.entries.at(-1)).toMatchObject({ status: "failed", closedBy: "interruption" });
  expect(fold(replayed(says("a")), replayEnd).entries).toMatchObject([{ isOpen: false }]);
});

it("a call left open in a replay is closed by the user's next message in it", () => {
  const events = [echoes("Go"), calls("1"), reports("1", { status: "in_progress" }), echoes("On")].map(replayed);
  expect(briefly(...events)).toEqual(["user-message: Go", "1: failed", "user-message: On"]);
});

it("does not take a replayed message for the echo of a prompt", () => {
  expect(briefly(...[echoes("Go"), says("a"), echoes("Go"), says("b")].map(replayed))).toEqual([
    "user-message: Go",
    "agent-message: a",
    "user-message: Go",
    "agent-message: b",
  ]);
});
