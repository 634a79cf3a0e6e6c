import { describe, expect, it } from "vitest";

import type { ToolCallEntry } from "@tenon/timeline";

import { createSessionFold } from "../src/open-session/session-fold.ts";
import { progressOf } from "../src/tool-call/call-progress.ts";
import { intentOf } from "../src/content/intent.ts";
import { diffTokens } from "../src/content/diff-tokens.ts";
import { makeHunks } from "../src/content/make-hunks.ts";
import type { CodeLine } from "../src/markdown/highlighter.ts";
import { visibleText } from "../src/ui/words/visible-text.ts";

describe("What a call does", () => {
  it("is its command line, quoted for a shell", () => {
    expect(intentOf({ rawInput: { command: "npm", args: ["run", "a b", "it's"], cwd: "/x", timeout: 5 } })).toEqual({
      command: String.raw`npm run 'a b' 'it'\''s'`,
      cwd: "/x",
      paths: [],
      others: { timeout: 5 },
    });
    expect(intentOf({ rawInput: { command: ["rm", "-rf", "/"] } }).command).toBe("rm -rf /");
    expect(intentOf({ rawInput: { command: "a | b" } }).command).toBe("a | b");
    expect(intentOf({ rawInput: { line: "echo hello" } })).toEqual({ command: "echo hello", paths: [], others: {} });
    expect(intentOf({ rawInput: { line: 5 } }).others).toEqual({ line: 5 });
  });

  it("is its URL and files, each once, and whether a diff shows the rest", () => {
    const content = [{ type: "diff" as const, path: "/x/b.ts", newText: "" }];
    const locations = [{ path: "/x/a.ts" }, { path: "/x/b.ts" }];
    expect(
      intentOf({ rawInput: { path: "a.ts", url: "https://example.com", deep: true }, locations, content }),
    ).toEqual({
      url: "https://example.com",
      paths: ["/x/a.ts"],
      others: { deep: true },
      isDiff: true,
    });
  });

  it("is empty without arguments", () => {
    expect(intentOf({ rawInput: "text" })).toEqual({ paths: [], others: {} });
    expect(intentOf({ rawInput: { command: 7, url: {}, path: null } }).others).toEqual({
      command: 7,
      url: {},
      path: null,
    });
  });

  it("spells out hidden characters", () => {
    expect(visibleText("a\u202Eb\u200Bc\u001B[0m")).toBe(String.raw`a\u{202e}b\u{200b}c\u{1b}[0m`);
    expect(visibleText("line\r\nline\tü 👩‍💻 ⚠️")).toBe("line\r\nline\tü 👩‍💻 ⚠️");
    expect(visibleText("over\rwritten")).toBe(String.raw`over\u{d}written`);
    expect(visibleText("\u{E0041}")).toBe(String.raw`\u{e0041}`);
  });
});

describe("The progress of a call", () => {
  const entry = (text: string) =>
    ({ content: [{ type: "content", content: { type: "text", text } }] }) as unknown as ToolCallEntry;

  it("is one short line, with its share if there is a total", () => {
    expect(progressOf(entry("Indexing (3 of 10)"))).toEqual({ text: "Indexing (3 of 10)", share: 0.3 });
    expect(progressOf(entry("12 of 10"))).toEqual({ text: "12 of 10", share: 1 });
    expect(progressOf(entry("Waiting"))).toEqual({ text: "Waiting" });
  });

  it("is not read from a result", () => {
    expect(progressOf(entry("two\nlines"))).toBeUndefined();
    expect(progressOf(entry("x".repeat(200)))).toBeUndefined();
  });
});

describe("The time of a call", () => {
  it("begins when it runs, not while permission is pending", () => {
    const fold = createSessionFold();
    const update = (sessionUpdate: string, status: string) => ({
      method: "session/update",
      params: { sessionId: "s", update: { sessionUpdate, toolCallId: "c", status } },
    });
    const params = { sessionId: "s", toolCall: { toolCallId: "c" }, options: [] };
    const began = () => {
      const { beganAt, entry } = fold.snapshot();
      return beganAt(entry(0)?.key ?? "");
    };
    const add = (from: "agent" | "client", message: object, at: number) => fold.add({ seq: at, at, from, message });
    add("agent", update("tool_call", "pending"), 100);
    expect(began()).toBeUndefined();
    add("agent", update("tool_call_update", "in_progress"), 110);
    expect(began()).toBe(110);
    add("agent", { id: 1, method: "session/request_permission", params }, 120);
    expect(began()).toBeUndefined();
    add("client", { id: 1, result: { outcome: { outcome: "selected", optionId: "yes" } } }, 9_000);
    add("agent", update("tool_call_update", "in_progress"), 9_010);
    add("agent", update("tool_call_update", "completed"), 9_500);
    expect(began()).toBe(9_000);
  });
});

describe("The difference of two texts", () => {
  it("has line numbers of both sides", () => {
    const comparison = makeHunks("a\nb\nc\n", "a\nB\nc\nd");
    expect(comparison).toMatchObject({ added: 2, removed: 1 });
    const lines = comparison?.hunks[0]?.changes.map((change) =>
      change.type === "normal"
        ? `${change.oldLineNumber} ${change.newLineNumber} ${change.content}`
        : `${change.type} ${change.lineNumber} ${change.content}`,
    );
    expect(lines).toEqual(["1 1 a", "delete 2 b", "insert 2 B", "3 3 c", "insert 4 d"]);
  });

  it("is empty for equal texts, and everything for a new one", () => {
    expect(makeHunks("a\n", "a\n")).toEqual({ hunks: [], added: 0, removed: 0 });
    expect(makeHunks("", "a\nb\n")).toMatchObject({ added: 2, removed: 0 });
  });

  it("[C7] marks whole words that changed, in the colours of the code, and nothing in lines that have little in common", () => {
    const before = "const delay = 200;\nreturn;\n";
    const after = "let delay = 200;\nthrow new Error(reason);\n";
    const coloured: readonly CodeLine[] = [
      [
        ["let", "purple"],
        [" delay = 200;", undefined],
      ],
    ];
    const tokens = diffTokens(makeHunks(before, after)?.hunks ?? [], { old: undefined, new: coloured });
    const marked = (line: readonly { readonly value: string; readonly isEdit: boolean }[] = []) =>
      line.map(({ value, isEdit }) => (isEdit ? `[${value}]` : value)).join("");
    expect(marked(tokens.old[0])).toBe("[const] delay = 200;");
    expect(marked(tokens.new[0])).toBe("[let] delay = 200;");
    expect(tokens.new[0]?.map(({ colour }) => colour)).toEqual(["purple", undefined]);
    expect(marked(tokens.old[1])).toBe("return;");
    expect(marked(tokens.new[1])).toBe("throw new Error(reason);");
  });
});
