import type { TimelineEvent, ToolCallEntry } from "@tenon/timeline";
import { expect, it } from "vitest";

import { calls, entriesOf, fold, reports } from "./events.ts";

const shows = calls("1", { content: [{ type: "terminal", terminalId: "t" }] });
const created: TimelineEvent = { type: "terminal-created", terminalId: "t", command: "ls", args: ["-l"], cwd: "/a" };

it("shows a terminal in the call that embeds it, whichever came first", () => {
  const terminal = { command: "ls", args: ["-l"], cwd: "/a", output: "a\nb\n", truncated: false, isReleased: false };
  const outputs = [output("a\n"), output("b\n")];
  expect(entriesOf(created, ...outputs, shows)).toMatchObject([{ terminals: { t: terminal } }]);
  expect(entriesOf(shows, created, ...outputs)).toMatchObject([{ terminals: { t: terminal } }]);
  expect(entriesOf(created, output("a\n"), shows, output("b\n"))).toMatchObject([{ terminals: { t: terminal } }]);
});

it("[R106] keeps the output of a terminal that was released", () => {
  const exit = { exitCode: 0, signal: null };
  expect(
    entriesOf(
      created,
      shows,
      output("done"),
      { type: "terminal-state", terminalId: "t", exit },
      { type: "terminal-state", terminalId: "t", isReleased: true },
    ),
  ).toMatchObject([{ terminals: { t: { output: "done", exit, isReleased: true } } }]);
});

it("takes the whole output for what it is, and adds to it", () => {
  const state: TimelineEvent = { type: "terminal-state", terminalId: "t", output: "new", truncated: true };
  expect(entriesOf(shows, output("old"), state, output("er"))).toMatchObject([
    { terminals: { t: { output: "newer", truncated: true } } },
  ]);
});

it("changes only the call that shows the terminal, and none once it shows something else", () => {
  const timeline = fold(shows, calls("2"));
  expect(timeline.add(output("a"))).toMatchObject([{ toolCallId: "1" }]);
  timeline.add(reports("1", { content: [] }));
  expect(timeline.entries[0]).toMatchObject({ terminals: {} });
  expect(timeline.add(output("b"))).toEqual([]);
});

it("[F-06] keeps the end of an endless output, and the same of it however it was cut", () => {
  const line = `${"0123456789".repeat(10)}🙂\n`;
  const whole = line.repeat(25_000);
  const cut = [shows, ...pieces(whole, 9_973).map(output)];
  const [one, other] = [viewOf(shows, output(whole)), viewOf(...cut)];
  expect(one).toEqual(other);
  expect(one?.truncated).toBe(true);
  expect(one?.output.length).toBeLessThanOrEqual(1_048_576);
  expect(one?.output.length).toBeGreaterThan(700_000);
  expect(whole.endsWith(one?.output ?? "")).toBe(true);
  expect(one?.output.isWellFormed()).toBe(true);
});

it("never cuts a character in two [F-05]", () => {
  const starts = [0, 1].map((shift) => viewOf(shows, output("x".repeat(shift) + "🙂".repeat(700_000)))?.output ?? "");
  expect(starts.map((kept) => kept.isWellFormed())).toEqual([true, true]);
});

function viewOf(...events: readonly TimelineEvent[]) {
  const [entry] = entriesOf(...events);
  return entry?.type === "tool-call" ? (entry satisfies ToolCallEntry).terminals["t"] : undefined;
}

function pieces(whole: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, (at + 1) * size));
}

function output(words: string): TimelineEvent {
  return { type: "terminal-output", terminalId: "t", text: words };
}
