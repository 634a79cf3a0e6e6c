import { describe, expect, it } from "vitest";

import { seenTools } from "../../src/commands/doctor/probe/seen-tools.ts";

describe("a server's tool in the requests to a model", () => {
  it.each([
    ["mcp_files_add", "gemini"],
    ["files_add", "opencode"],
    ["mcp__files__add", "claude"],
    ["files___add", "droid"],
    ["files-add", "copilot"],
    ["mcp__tenon__files__add", "through tenon wrap"],
  ])("is defined as %s (%s)", (name) => {
    expect(seenTools("files", ["add"], [{ tools: [{ name }], text: "" }])).toBe("defined");
  });

  it("is defined in a namespace, as Codex groups them", () => {
    const tools = [{ namespace: "mcp__files", name: "add" }];
    expect(seenTools("files", ["add"], [{ tools, text: "" }])).toBe("defined");
  });

  it.each([
    ["mcp__files__add", "named"],
    ["Tools: files:add, files:remove", "named"],
    ["my_files__add", "named"],
    ["It reads files. Add a line.", undefined],
    ["files__address", undefined],
    ["nothing of the kind", undefined],
  ])("in the text “%s” is %s", (text, step) => {
    expect(seenTools("files", ["add"], [{ tools: [], text }])).toBe(step);
  });
});
