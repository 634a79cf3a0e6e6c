import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";

import { briefly, calls, ends, entriesOf, fold, prompts, says, text, update } from "./events.ts";

it("[R80, AA-01] replaces the plan of a turn where it stands, and begins another one with the next turn", () => {
  const timeline = fold(prompts("Go"), plan("one"), calls("1"), plan("one", "two"), ends, prompts("On"), plan("three"));
  expect(timeline.entries.filter(({ type }) => type === "plan")).toMatchObject([
    { key: "entry-2", items: [{ content: "one" }, { content: "two" }], revision: 2 },
    { items: [{ content: "three" }], revision: 1 },
  ]);
  expect(timeline.state.plan).toMatchObject([{ content: "three" }]);
  timeline.add(plan());
  expect(timeline.state.plan).toEqual([]);
  expect(timeline.entries.at(-1)).toMatchObject({ type: "plan", items: [] });
});

it("[AA-02, R160] reads a plan whose items lack something, and keeps one that is none", () => {
  const items = [{ content: "a" }, "b", { content: 7 }, { content: "c", priority: "urgent", status: "completed" }];
  expect(
    entriesOf(update({ sessionUpdate: "plan", entries: items }), update({ sessionUpdate: "plan", content: "a" })),
  ).toMatchObject([
    {
      items: [
        { content: "a", priority: "medium", status: "pending" },
        { content: "c", priority: "medium", status: "completed" },
      ],
    },
    { type: "unknown", name: "plan" },
  ]);
});

it("keeps the usage of a turn up to date in one entry", () => {
  const timeline = fold(prompts("Go"), usage(1), says("a"), usage(2), ends, prompts("On"), usage(3));
  expect(timeline.entries.filter(({ type }) => type === "usage")).toMatchObject([
    { used: 2, size: 10, cost: { amount: 2, currency: "EUR" }, revision: 2 },
    { used: 3, revision: 1 },
  ]);
  expect(timeline.state.usage).toMatchObject({ used: 3 });
});

it("shows how far each server has got, each in one place", () => {
  const receipt = (server: string, state: string, reason?: string) =>
    ({ type: "receipt", server, state, ...(reason !== undefined && { reason }) }) as const;
  const { entries } = fold(
    receipt("a", "started"),
    receipt("b", "started"),
    receipt("a", "failed", "gone"),
    receipt("b", "listed"),
  );
  expect(entries).toMatchObject([
    { server: "a", state: "failed", reason: "gone", revision: 2 },
    { server: "b", state: "listed", revision: 2 },
  ]);
});

it("shows a mode when it changes, not the one that a session begins with", () => {
  const timeline = fold(mode("ask"), mode("ask"), mode("code"));
  expect(timeline.entries).toMatchObject([{ type: "mode", modeId: "code" }]);
  expect(timeline.state.modeId).toBe("code");
});

it("[R131] shows which options have another value than before", () => {
  const timeline = fold(options(option("model", "a"), option("effort", "low")));
  expect(timeline.entries).toEqual([]);
  timeline.add(options(option("model", "b"), option("effort", "low"), option("new", "x")));
  expect(timeline.entries).toMatchObject([{ type: "options", changed: [{ id: "model", currentValue: "b" }] }]);
  expect(timeline.state.options.map(({ id }) => id)).toEqual(["model", "effort", "new"]);
});

it("[R129] shows a change of mode once when an agent reports it as a mode and as an option", () => {
  const timeline = fold(mode("ask"), options(option("mode", "ask", "mode")));
  timeline.add(options(option("mode", "code", "mode")));
  timeline.add(mode("code"));
  expect(timeline.entries).toMatchObject([{ type: "mode", modeId: "code" }]);
});

it("[R62] keeps title and commands as state: omitted stays, null clears", () => {
  const timeline = fold(
    update({ sessionUpdate: "session_info_update", title: "Joints" }),
    update({ sessionUpdate: "session_info_update", updatedAt: "2026-01-01T00:00:00Z" }),
    update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "init", description: "" }] }),
  );
  expect(timeline.state).toMatchObject({ title: "Joints", commands: [{ name: "init" }] });
  timeline.add(update({ sessionUpdate: "session_info_update", title: null }));
  expect(timeline.state).not.toHaveProperty("title");
  expect(timeline.entries).toEqual([]);
});

it("[R152] patches a compaction: omitted stays, null or an empty list clears, a list replaces, a chunk is added", () => {
  const timeline = fold(
    compaction({ status: "in_progress" }),
    summary("Sum"),
    summary("mary"),
    compaction({ status: "completed" }),
  );
  expect(timeline.entries).toMatchObject([{ status: "completed", summary: [text("Summary")] }]);
  timeline.add(compaction({ summary: [text("Other")], error: "late" }));
  expect(timeline.entries).toMatchObject([{ status: "completed", summary: [text("Other")], error: "late" }]);
  timeline.add(compaction({ summary: null, error: null }));
  expect(timeline.entries).toMatchObject([{ summary: [] }]);
  expect(timeline.entries[0]).not.toHaveProperty("error");
});

it("a compaction stands between the messages before it and after it", () => {
  expect(
    briefly(
      says("a"),
      compaction({ status: "in_progress" }),
      says("b"),
      compaction({ status: "completed" }),
      says("c"),
    ),
  ).toEqual(["agent-message: a", "compaction", "agent-message: bc"]);
});

it("shows notices", () => {
  const notice = update({
    sessionUpdate: "notice",
    severity: "warning",
    title: "Slow",
    description: "The model is busy.",
  });
  expect(entriesOf(notice)).toMatchObject([
    { type: "notice", severity: "warning", title: "Slow", description: "The model is busy." },
  ]);
});

it("[R159, Y-02, Y-07] keeps updates that it does not know, as they came", () => {
  const strange = { sessionUpdate: "mood_update", mood: "fine", _meta: { a: 1 } };
  expect(entriesOf(update(strange))).toMatchObject([{ type: "unknown", name: "mood_update", update: strange }]);
});

function plan(...items: readonly string[]) {
  const entries = items.map((content) => ({ content, priority: "high" as const, status: "pending" as const }));
  return update({ sessionUpdate: "plan", entries });
}

function usage(used: number) {
  return update({ sessionUpdate: "usage_update", used, size: 10, cost: { amount: used, currency: "EUR" } });
}

function mode(currentModeId: string) {
  return update({ sessionUpdate: "current_mode_update", currentModeId });
}

function options(...configOptions: SessionConfigOption[]) {
  return update({ sessionUpdate: "config_option_update", configOptions });
}

function option(id: string, currentValue: string, category?: string): SessionConfigOption {
  return { type: "select", id, name: id, currentValue, options: [], ...(category !== undefined && { category }) };
}

function compaction(fields: Readonly<Record<string, unknown>>) {
  return update({ sessionUpdate: "compaction_update", compactionId: "c", ...fields });
}

function summary(words: string) {
  return update({ sessionUpdate: "compaction_summary_chunk", compactionId: "c", content: text(words) });
}
