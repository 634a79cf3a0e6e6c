import type { Entry } from "@tenon/timeline";
import { expect, it } from "vitest";

import { plainStyle } from "../../src/terminal/style.ts";
import { createPlainView } from "../../src/timeline-view/plain-view.ts";
import { message, toolCall } from "./entries.ts";

it("the agent's words go to one stream as they are, what it does to the other in short", async () => {
  const { view, said, told } = watch();
  const words = "I will \u001B[1mlook\u001B[0m.";
  for (let end = 1; end <= words.length; end += 1) await view.show([message(words.slice(0, end))]);
  await view.show([message("hm", { key: "t", type: "thought" }), toolCall({ status: "in_progress" }), toolCall()]);
  await view.show([message("Done.\n", { key: "message-2" })]);
  await view.end();
  expect(said()).toBe(`${words}\n\nDone.\n`);
  expect(told).toEqual(["✓ execute Run the tests"]);
});

it("has one line for a call that changes after its end in nothing but its duration", async () => {
  const { view, told } = watch();
  await view.show([toolCall({ at: 1_000, changedAt: 1_099 })]);
  await view.show([toolCall({ at: 1_000, changedAt: 1_118 })]);
  expect(told).toEqual(["✓ execute Run the tests  99 ms"]);
});

it("words that go to a terminal do nothing to it", async () => {
  const { view, said } = watch({ isTerminal: true });
  await view.show([message("a\u001B]0;title\u0007b")]);
  await view.end();
  expect(said()).toBe("ab\n");
});

it("quiet, it prints only what went wrong", async () => {
  const { view, told } = watch({ isQuiet: true });
  const end: Entry = { key: "end", revision: 1, type: "turn-end", error: { message: "overloaded" } };
  await view.show([toolCall(), { key: "m", revision: 1, type: "mode", modeId: "plan" }, end]);
  expect(told).toEqual(["The turn failed: overloaded"]);
});

function watch({ isTerminal = false, isQuiet = false } = {}) {
  const words: string[] = [];
  const told: string[] = [];
  const say = (text: string) => Promise.resolve(void words.push(text));
  const tell = (line: string) => void told.push(line);
  const view = createPlainView({ writeText: say, writeLine: tell, style: plainStyle(), isTerminal, isQuiet });
  return { view, told, said: () => words.join("") };
}
