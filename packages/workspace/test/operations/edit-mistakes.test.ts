import { describe, expect, it } from "vitest";

import { applyEdits } from "../../src/operations/editing/apply-edits.ts";
import { createFileMemory } from "../../src/operations/editing/file-memory.ts";
import { showChange } from "../../src/operations/editing/show-change.ts";
import type { WorkspacePath } from "../../src/session/workspace.ts";

const WORDS = { readTool: "read_file", writeTool: "write_file", oldText: "old_text", newText: "new_text" };
const TEXT = "function one() {\n\treturn 1;\n}\n\nfunction two() {\n\treturn 2;\n}\n";

function edit(oldText: string, newText = "x", replaceAll = false) {
  return () => applyEdits(TEXT, [{ oldText, newText, replaceAll }], WORDS);
}

describe("an edit that does not fit", () => {
  it("gets what is there where only whitespace differs", () => {
    expect(edit("function two() {\n    return 2;\n}")).toThrow(
      "old_text is in the file only with different whitespace:\n" +
        "Lines 5 to 7 are:\nfunction two() {\n\treturn 2;\n}",
    );
  });

  it("gets what is around a line that it shares with the file", () => {
    expect(edit("function two() {\n\treturn 3;\n}")).toThrow(
      /one of its lines is, in this context.*\nLines 2 to 7 are:\n\treturn 1;\n/,
    );
  });

  it("gets a message when it was made already, and when nothing of it is there", () => {
    expect(edit("return 0;", "return 1;")).toThrow("new_text is there already");
    expect(edit("class Three {}")).toThrow("nor is its longest line. Read the file again.");
  });

  it("gets the lines where it fits, if there are several", () => {
    expect(edit("() {")).toThrow("old_text occurs 2 times, at lines 1, 5.");
    expect(edit("() {", "(): number {", true)()).toContain("two(): number {");
  });

  it("is refused if it says nothing", () => {
    expect(edit("")).toThrow("use write_file");
    expect(edit("return", "return")).toThrow("are the same");
  });

  it("shows no more of a file than helps", () => {
    const long = Array.from({ length: 500 }, (_, index) => `  line ${index}`).join("\n");
    const oldText = long.replaceAll("  line", "line");
    expect(() => applyEdits(long, [{ oldText, newText: "", replaceAll: false }], WORDS)).toThrow(/^.{1,600}$/s);
  });
});

describe("what the model has seen of a file", () => {
  it("is the same whatever the endings and the mark are", () => {
    const memory = createFileMemory(WORDS);
    const place: WorkspacePath = {
      path: "/p/a.txt",
      clientPath: "/p/a.txt",
      name: "a.txt",
      isInRoots: true,
      subject: { type: "path", access: "write", path: "/p/a.txt", roots: ["/p"] },
    };
    memory.remember(place, "\u{feff}one\r\ntwo");
    expect(() => memory.requireSeen(place, "one\ntwo")).not.toThrow();
    expect(() => memory.requireSeen(place, "one\ntwo\n")).toThrow(/changed since/);
  });

  it("[W-02] a change in a very long file is shown with the lines around it", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`);
    const place = { clientPath: "/p/a.txt" } as WorkspacePath;
    const { content, locations } = showChange(place, lines.join(""), lines.with(9_999, "changed\n").join(""));
    expect(locations).toEqual([{ path: "/p/a.txt", line: 10_000 }]);
    expect(content).toEqual([
      {
        type: "diff",
        path: "/p/a.txt",
        oldText: lines.slice(9_949, 10_050).join(""),
        newText: lines.with(9_999, "changed\n").slice(9_949, 10_050).join(""),
      },
    ]);
  });
});
