import type { Entry } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { plainStyle, styleFor } from "../../src/terminal/style.ts";
import { entryLines } from "../../src/timeline-view/entry-lines.ts";
import { message, toolCall } from "./entries.ts";

const plain = plainStyle();
const colourful = styleFor({ isTTY: true, columns: 60 }, { environment: {} });

describe("a tool call", () => {
  it("shows its mark, kind, title, duration, arguments and result", () => {
    const entry = toolCall({
      at: 1_000,
      changedAt: 3_500,
      rawInput: { command: "npm test", env: { CI: "1" } },
      content: [{ type: "content", content: { type: "text", text: "12 passed\n" } }],
    });
    expect(entryLines(entry, plain)).toEqual([
      "✓ execute Run the tests  2.5 s",
      '    command: npm test, env: {"CI":"1"}',
      "    12 passed",
    ]);
  });

  it("does not say twice what its title says", () => {
    const entry = toolCall({ title: "`npm test`", rawInput: { command: "npm test" } });
    expect(entryLines(entry, plain)).toEqual(["✓ execute `npm test`"]);
  });

  it("shows the beginning of a long result, and how much is left", () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index}`).join("\n");
    const lines = entryLines(toolCall({ content: [{ type: "content", content: { type: "text", text } }] }), plain);
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("    … 22 more lines");
  });

  it("shows of what was read only how much it is, where the answer below is about it", () => {
    const content = [{ type: "content", content: { type: "text", text: "```\none\ntwo\n```" } }] as const;
    const style = { ...plain, omitsReads: true };
    expect(entryLines(toolCall({ kind: "read", title: "Read a", content }), style)).toEqual([
      "✓ read Read a",
      "    2 lines",
    ]);
  });

  it("shows a diff with three lines around each change", () => {
    const oldText = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
    const newText = oldText.replace("e\n", "E\n");
    const content = [{ type: "diff", path: "/project/letters.txt", oldText, newText }] as const;
    expect(entryLines(toolCall({ kind: "edit", title: "Edit", content }), plain)).toEqual([
      "✓ edit Edit",
      "    /project/letters.txt  +1 -1",
      "    @@ -2,7 +2,7 @@",
      "     b",
      "     c",
      "     d",
      "    -e",
      "    +E",
      "     f",
      "     g",
      "     h",
    ]);
  });

  it("a diff of anything is bounded in lines and in time", () => {
    const oldText = Array.from({ length: 20_000 }, (_, index) => `${index}`).join("\n");
    const newText = Array.from({ length: 20_000 }, (_, index) => `x${index * 7}`).join("\n");
    const lines = entryLines(toolCall({ content: [{ type: "diff", path: "/a", oldText, newText }] }), plain);
    expect(lines.length).toBeLessThan(50);
  });

  it("shows the last lines of a terminal and how its command ended", () => {
    const output = `${Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n")}\n10%\r50%\r100%\n`;
    const terminals = {
      t: { command: "make", args: ["all"], output, truncated: false, exit: { exitCode: 2 }, isReleased: true },
    };
    const lines = entryLines(
      toolCall({ status: "failed", content: [{ type: "terminal", terminalId: "t" }], terminals }),
      plain,
    );
    expect(lines[1]).toBe("    make all");
    expect(lines[2]).toBe("    … 13 earlier lines");
    expect(lines.slice(-2)).toEqual(["    100%", "    exit code 2"]);
  });

  it.each([
    [{ closedBy: "turn-end" as const }, "never finished"],
    [{ closedBy: "cancel" as const }, "cancelled"],
    [{ decision: { effect: "deny", reason: "a rule says no" } as const }, "denied: a rule says no"],
    [
      {
        permission: {
          options: [{ optionId: "no", name: "No", kind: "reject_once" } as const],
          state: "selected" as const,
          optionId: "no",
        },
      },
      "denied",
    ],
  ])("[D-15] %j says why it did not happen", (fields, words) => {
    expect(entryLines(toolCall({ status: "failed", ...fields }), plain)[0]).toBe(`✗ execute Run the tests  ${words}`);
  });
});

describe("other entries", () => {
  it.each<[Entry, readonly string[]]>([
    [
      {
        ...at("plan"),
        items: [
          { content: "look", status: "completed", priority: "high" },
          { content: "change", status: "in_progress", priority: "high" },
          { content: "test", status: "pending", priority: "low" },
        ],
      },
      ["[x] look", "[>] change", "[ ] test"],
    ],
    [{ ...at("notice"), severity: "warning", title: "Slow", description: "today" }, ["! Slow: today"]],
    [
      { ...at("usage"), used: 12_300, size: 200_000, cost: { amount: 0.0123, currency: "USD" } },
      ["context: 12k of 200k (6 %) tokens, 0.0123 USD"],
    ],
    [{ ...at("mode"), modeId: "plan" }, ["mode: plan"]],
    [
      { ...at("receipt"), server: "files", state: "failed", reason: "no such command" },
      ["server files failed: no such command"],
    ],
    [{ ...at("turn-end"), stopReason: "end_turn" }, []],
    [{ ...at("turn-end"), stopReason: "max_tokens" }, ["Stopped: the model reached its output token limit."]],
    [{ ...at("turn-end"), stopReason: "bored" }, ["The turn ended: bored"]],
    [{ ...at("turn-end"), error: { message: "overloaded" } }, ["The turn failed: overloaded"]],
    [
      { ...at("unknown"), name: "dance", update: { sessionUpdate: "dance", steps: 3 } },
      ['(unknown update dance: {"sessionUpdate":"dance","steps":3})'],
    ],
  ])("[AA-02] %j", (entry, lines) => {
    expect(entryLines(entry, plain)).toEqual(lines);
  });

  it("a block that is not text is named", () => {
    const content = [{ type: "image", data: "AAAA".repeat(1000), mimeType: "image/png" } as const];
    expect(entryLines({ ...at("agent-message"), isOpen: false, content }, plain)).toEqual([
      "(image, image/png, 3.0 kB)",
    ]);
  });
});

describe("on a terminal", () => {
  it("text of others cannot set a title, fill the clipboard, move the cursor or turn the direction of writing", () => {
    const evil = "a\u001B]0;pwned\u0007b\u001B]52;c;AAAA\u001B\\c\u001B[2J\u001B[1;1Hd\u009B31me\u202Ef\u001Bc\u0008";
    const entry = toolCall({
      title: evil,
      rawInput: { path: evil },
      content: [
        { type: "content", content: { type: "text", text: evil } },
        { type: "diff", path: evil, oldText: "", newText: evil },
        { type: "terminal", terminalId: "t" },
      ],
      terminals: { t: { command: evil, output: evil, truncated: false, isReleased: false } },
    });
    const text = [...entryLines(entry, plainStyle()), ...entryLines(message(evil), plain)].join("\n");
    expect(text).toContain("abcde<U+202E>f");
    expect(text).not.toMatch(/[[\p{Cc}--\n]\u202E]/v);
  });

  it("lines are broken between words, by what characters are wide", () => {
    const style = styleFor({ isTTY: true, columns: 22 }, { environment: { NO_COLOR: "1" } });
    expect(entryLines(message("one two three four five six"), style)).toEqual(["one two three four", "five six"]);
    expect(entryLines(message("日本語の 日本語の 日本語の"), style)).toEqual(["日本語の 日本語の 日", "本語の"]);
    expect(entryLines(message("👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧"), style)).toHaveLength(1);
    expect(entryLines(message("https://example.com/a/very/long/address is whole"), style)[0]).toBe(
      "https://example.com/a/very/long/address",
    );
  });

  it.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: false }, {}, false],
    [{ isTTY: true }, { NO_COLOR: "1" }, false],
    [{ isTTY: true }, { NO_COLOR: "" }, true],
    [{ isTTY: true }, { TERM: "dumb" }, false],
    [{ isTTY: false }, { FORCE_COLOR: "1" }, true],
    [{ isTTY: true }, { FORCE_COLOR: "0" }, false],
  ])("colour for %j with %j: %s", (stream, environment, isColourful) => {
    const [line = ""] = entryLines(toolCall(), styleFor(stream, { environment }));
    expect(line.includes("\u001B[")).toBe(isColourful);
  });

  it("a diff has colours, and each line of it ends its own", () => {
    const content = [{ type: "diff", path: "/a", oldText: "one\n", newText: "two\n" }] as const;
    const lines = entryLines(toolCall({ content }), colourful);
    expect(lines).toContain("    \u001B[31m-one\u001B[39m");
    expect(lines).toContain("    \u001B[32m+two\u001B[39m");
  });
});

function at<Type extends Entry["type"]>(type: Type) {
  return { key: "k", revision: 1, type };
}

describe("a question to the person", () => {
  const ask = { key: "e", revision: 1, type: "elicitation", message: "shop asks: Who?", mode: "form" } as const;
  const fields = [{ name: "name", title: "Your name" }, { name: "size" }];

  it.each([
    [{ state: "waiting" }, "? shop asks: Who? (waiting for an answer)"],
    [{ state: "declined", answeredBy: "Ann" }, "? shop asks: Who? (declined by Ann)"],
    [{ state: "cancelled" }, "? shop asks: Who? (not answered)"],
    [{ state: "accepted", answer: {} }, "? shop asks: Who? (accepted)"],
    [
      { state: "accepted", answer: { name: "Ada\u001b]0;x\u0007", size: 3 } },
      "? shop asks: Who? (answered Your name: Ada, size: 3)",
    ],
    [{ state: "accepted", mode: "url", host: "example.com" }, "? shop asks: Who? (agreed to open example.com)"],
  ] as const)("is said with its outcome: %j", (entry, line) => {
    expect(entryLines({ ...ask, fields, ...entry }, plain)).toEqual([line]);
  });
});
