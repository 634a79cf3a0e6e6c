import type { Entry } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { plainStyle } from "../../src/terminal/style.ts";
import { createLiveView, type LiveView } from "../../src/timeline-view/live/live-view.ts";
import { eventually } from "../eventually.ts";
import { message, toolCall } from "./entries.ts";
import { type Screen, screen } from "./screen.ts";

describe("a live view", () => {
  it("shows text as it comes, and after that only what is new of it", async () => {
    const { view, terminal } = watch();
    await view.show([message("Hel")]);
    await eventually(() => expect(terminal.rows).toEqual(["Hel"]));
    await view.show([message("Hello\nwor")]);
    await eventually(() => expect(terminal.rows).toEqual(["Hello", "wor"]));
    await view.show([message("Hello\nworld", { isOpen: false })]);
    await view.end();
    expect(terminal.rows).toEqual(["Hello", "world", ""]);
  });

  it("says what runs below the text, and nothing of it is left in the end", async () => {
    const { view, terminal } = watch();
    view.setStatus("Waiting");
    await view.show([message("Let me see", { isOpen: false }), toolCall({ status: "in_progress" })]);
    await eventually(() => expect(terminal.rows.at(-1)).toMatch(/^\S Run the tests/));
    await view.show([toolCall({ at: 0, changedAt: 1_000 })]);
    await eventually(() => expect(terminal.rows.at(-1)).toMatch(/^\S Waiting/));
    await view.end();
    expect(terminal.rows).toEqual(["Let me see", "", "✓ execute Run the tests  1 s", ""]);
  });

  it("a call that still runs when text comes stands before the text, and its end after it", async () => {
    const { view, terminal } = watch();
    await view.show([toolCall({ status: "in_progress" }), message("Meanwhile.", { isOpen: false })]);
    await view.show([toolCall({ status: "failed" })]);
    await view.end();
    const calls = ["● execute Run the tests", "✗ execute Run the tests"];
    expect(terminal.rows).toEqual([calls[0], "", "Meanwhile.", "", calls[1], ""]);
  });

  it("a plan is shown when it is new and when the turn has ended, not with every change", async () => {
    const { view, terminal } = watch();
    await view.show([plan("pending")]);
    await view.show([plan("in_progress")]);
    await view.show([plan("completed"), { key: "end", revision: 1, type: "turn-end", stopReason: "end_turn" }]);
    await view.end();
    expect(terminal.rows).toEqual(["[ ] test", "[x] test", ""]);
  });

  it("breaks lines between words, and leaves code as it is", async () => {
    const { view, terminal } = watch(screen(20));
    const text = "one two three four five\n```\nconst one = two + three + four;\n```\n";
    for (let end = 1; end <= text.length; end += 1) await view.show([message(text.slice(0, end))]);
    await view.end();
    expect(terminal.rows).toEqual(["one two three four", "five", "const one = two + three + four;", ""]);
  });

  it("text of others does nothing to the terminal, however it is cut", async () => {
    const text = "a\u001B]0;title\u0007b\u001B[2Jc\r\nd\u001B[31me";
    const { view, terminal } = watch();
    for (let end = 1; end <= text.length; end += 1) {
      await view.show([message(text.slice(0, end))]);
      await view.aside(() => Promise.resolve());
    }
    await view.end();
    expect(terminal.rows).toEqual(["abc", "de", ""]);
  });

  it("leaves the terminal alone while a question is on it, and questions come one after another [D-16]", async () => {
    const { view, terminal } = watch();
    view.setStatus("Waiting");
    await view.show([message("Before")]);
    const order: string[] = [];
    const first = view.aside(async () => {
      order.push("first");
      await terminal.write("May I? ");
      await view.show([message("Before and after")]);
      await terminal.write("yes\n");
      order.push("first answered");
    });
    const second = view.aside(() => Promise.resolve(order.push("second")));
    await Promise.all([first, second]);
    await view.end();
    expect(order).toEqual(["first", "first answered", "second"]);
    expect(terminal.rows).toEqual(["May I? yes", "Before and after", ""]);
  });

  it("a narrower window leaves everything that is finished as it was", async () => {
    const terminal = screen(40);
    const { view } = watch(terminal);
    view.setStatus("Waiting");
    await view.show([message("one two three four five six seven\neight nine")]);
    await eventually(() => expect(terminal.rows[0]).toBe("one two three four five six seven"));
    terminal.columns = 20;
    await view.show([message("one two three four five six seven\neight nine ten eleven twelve", { isOpen: false })]);
    await view.end();
    expect(terminal.rows).toEqual(["one two three four five six seven", "eight nine ten", "eleven twelve", ""]);
  });

  it("[W-01] writes once for many changes, and in proportion to what is new", async () => {
    const { view, terminal } = watch();
    let text = "";
    for (let chunk = 0; chunk < 10_000; chunk += 1) {
      text += chunk % 10 === 9 ? "word\n" : "word ";
      await view.show([message(text)]);
    }
    await view.end();
    expect(terminal.writes.length).toBeLessThan(1_000);
    expect(terminal.writes.join("").length).toBeLessThan(text.length * 3);
    expect(terminal.rows.join("\n").replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
  });

  it("[W-07] draws nothing when nothing has changed", async () => {
    const { view, terminal } = watch();
    await view.show([message("Done", { isOpen: false })]);
    await view.end();
    const { length } = terminal.writes;
    await view.show([message("Done", { isOpen: false })]);
    await view.end();
    expect(terminal.writes).toHaveLength(length);
  });

  it("reports once that the terminal is gone, and does not throw", async () => {
    const failures: unknown[] = [];
    const terminal = { columns: 40, write: () => Promise.reject(new Error("EIO")) };
    const view = createLiveView({
      terminal,
      style: () => plainStyle(),
      now: () => 0,
      onFailure: (error) => failures.push(error),
    });
    await view.show([message("Hello\n")]);
    await view.end();
    expect(failures).toHaveLength(1);
  });
});

function watch(terminal: Screen = screen()): { view: LiveView; terminal: Screen } {
  const style = () => plainStyle({ width: terminal.columns });
  const view = createLiveView({ terminal, style, now: () => 0, onFailure: (error) => expect(error).toBeUndefined() });
  return { view, terminal };
}

function plan(status: "pending" | "in_progress" | "completed"): Entry {
  return { key: "plan", revision: 1, type: "plan", items: [{ content: "test", status, priority: "low" }] };
}
