import { expect, it } from "vitest";

import { briefly, calls, echoes, ends, entriesOf, fold, prompts, says, text, thinks, update } from "./events.ts";

it("joins the chunks of a message, and reports the one that is being written", () => {
  expect(entriesOf(says("Hel"), says("lo"), thinks("hm"), says("!"))).toMatchObject([
    { key: "entry-1", type: "agent-message", content: [text("Hello")], isOpen: false, revision: 3 },
    { key: "entry-2", type: "thought", isOpen: false },
    { key: "entry-3", type: "agent-message", content: [text("!")], isOpen: true, revision: 1 },
  ]);
});

it("[R78] takes another message id for another message, and the same one for the same", () => {
  expect(entriesOf(says("a", "1"), says("b", "2"), says("c", "1"), says("d"), says("e"))).toMatchObject([
    { messageId: "1", content: [text("ac")], isOpen: false },
    { messageId: "2", content: [text("b")], isOpen: false },
    { content: [text("de")], isOpen: true },
  ]);
});

it("[R78] keeps a thought and a message with one id apart", () => {
  expect(briefly(thinks("a", "1"), says("b", "1"), thinks("c", "1"))).toEqual([
    "thought: a",
    "agent-message: b",
    "thought: c",
  ]);
});

it("keeps blocks that are no text in their place, also of unknown types [Y-02]", () => {
  const link = { type: "resource_link" as const, uri: "file:///a", name: "a" };
  const [entry] = entriesOf(
    says("see "),
    update({ sessionUpdate: "agent_message_chunk", content: link }),
    update({ sessionUpdate: "agent_message_chunk", content: { type: "hologram" } }),
    says("!"),
  );
  expect(entry).toMatchObject({ content: [text("see "), link, { type: "hologram" }, text("!")] });
});

it("does not join texts for different readers", () => {
  const forUser = { type: "text" as const, text: "b", annotations: { audience: ["user" as const] } };
  expect(entriesOf(says("a"), update({ sessionUpdate: "agent_message_chunk", content: forUser }))).toMatchObject([
    { content: [text("a"), forUser] },
  ]);
});

it("is not cut by what happens beside it: usage, notices, receipts, modes, unknown updates", () => {
  expect(
    briefly(
      says("wh"),
      update({ sessionUpdate: "usage_update", used: 1, size: 2 }),
      update({ sessionUpdate: "notice", severity: "info", title: "Hello" }),
      { type: "receipt", server: "files", state: "started" },
      update({ sessionUpdate: "available_commands_update", availableCommands: [] }),
      update({ sessionUpdate: "_vendor" }),
      says("ole"),
    ),
  ).toEqual(["agent-message: whole", "usage", "notice", "receipt", "unknown"]);
});

it("ends with its turn, and what comes later is another message [E-07, I-02]", () => {
  expect(entriesOf(prompts("Go"), says("a"), ends, says("late"))).toMatchObject([
    { type: "user-message", isOpen: false },
    { content: [text("a")], isOpen: false },
    { type: "turn-end" },
    { content: [text("late")] },
  ]);
});

it("[E-04] does not show a prompt again that the agent echoes, however it is cut", () => {
  const shown = ["user-message: Fix the bug", "agent-message: Yes."];
  expect(briefly(prompts("Fix ", "the bug"), echoes("Fix the bug"), says("Yes."))).toEqual(shown);
  expect(briefly(prompts("Fix the bug"), echoes("Fi"), echoes("x the"), echoes(" bug"), says("Yes."))).toEqual(shown);
  expect(briefly(prompts("Fix the bug"), echoes("Fix ", "1"), echoes("the bug", "2"), says("Yes."))).toEqual(shown);
});

it("[X-01] knows attachments of a prompt again", () => {
  const link = { type: "resource_link" as const, uri: "file:///a", name: "a" };
  const content = [text("Read "), link];
  const echoed = content.map((block) => update({ sessionUpdate: "user_message_chunk", content: block }));
  expect(entriesOf({ type: "prompt", content }, ...echoed)).toMatchObject([{ content }]);
});

it("shows a message of the user that is not the prompt whole", () => {
  expect(briefly(prompts("Fix it"), echoes("Fi"), echoes("nd it"))).toEqual([
    "user-message: Fix it",
    "user-message: Find it",
  ]);
  expect(briefly(prompts("Fix it"), echoes("Fix it"), echoes(" now"))).toEqual([
    "user-message: Fix it",
    "user-message: Fix it now",
  ]);
  expect(briefly(prompts("Go"), echoes("Go"), says("Yes."), echoes("Go"))).toEqual([
    "user-message: Go",
    "agent-message: Yes.",
    "user-message: Go",
  ]);
  expect(briefly(prompts("Go"), echoes("Go", "1"), echoes("On", "2"))).toEqual([
    "user-message: Go",
    "user-message: On",
  ]);
});

it("takes a message of very many blocks on in another entry", () => {
  const picture = update({
    sessionUpdate: "agent_message_chunk",
    content: { type: "image", data: "", mimeType: "image/png" },
  });
  const { entries } = fold(...Array.from({ length: 600 }, () => picture));
  const blocks = entries.map((entry) => (entry.type === "agent-message" ? entry.content.length : 0));
  expect(blocks).toEqual([256, 256, 88]);
});

it("says which entries changed, and only those", () => {
  const timeline = fold(says("a"), calls("1"));
  expect(timeline.add(says("b"))).toMatchObject([{ key: "entry-3", revision: 1 }]);
  expect(timeline.add(says("c"))).toMatchObject([{ key: "entry-3", revision: 2 }]);
  expect(timeline.add(thinks("d"))).toMatchObject([
    { key: "entry-3", isOpen: false, revision: 3 },
    { key: "entry-4", revision: 1 },
  ]);
  expect(timeline.add(says(""))).toEqual([]);
});

it("reports when an entry began and when it last changed", () => {
  expect(entriesOf({ ...says("a"), at: 1 }, { ...says("b"), at: 5 })).toMatchObject([{ at: 1, changedAt: 5 }]);
  expect(Object.keys(entriesOf(says("a"))[0] ?? {})).not.toContain("at");
});
