import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { evidenceOf } from "../../src/permissions/evidence.ts";
import { asks, projectFolder } from "./requests.ts";

async function see(toolCall: Partial<ToolCallUpdate>) {
  await using project = await projectFolder();
  const seen = await evidenceOf(asks(toolCall), project.session);
  return JSON.parse(JSON.stringify(seen).replaceAll(project.folder, "FOLDER")) as typeof seen;
}

describe("what can be seen of a tool call", () => {
  it.each([
    ["a line for a shell", { command: "npm test" }, { type: "command", shell: "npm test" }],
    ["a program and its words", { command: ["git", "log"] }, { type: "command", command: "git", args: ["log"] }],
    [
      "a program, its words apart",
      { command: "git", args: ["log"] },
      { type: "command", command: "git", args: ["log"] },
    ],
    ["a line under another name", { cmd: "ls" }, { type: "command", shell: "ls" }],
    ["a line in a shell", { command: ["/bin/bash", "-lc", "rm -rf x"] }, { type: "command", shell: "rm -rf x" }],
    ["an address", { url: "https://example.com/a" }, { type: "url", url: "https://example.com/a" }],
  ])("%s is an act, whatever the kind says", async (_what, rawInput, act) => {
    for (const kind of ["execute", "fetch", "read", "other", undefined] as const) {
      expect((await see({ rawInput, ...(kind && { kind }) })).acts).toEqual([act]);
    }
  });

  it("the shell around a line is mentioned, so that a rule can forbid it", async () => {
    const { mentions } = await see({ kind: "execute", rawInput: { command: ["bash", "-c", "ls"] } });
    expect(mentions).toEqual([{ type: "command", command: "bash", args: ["-c", "ls"] }]);
  });

  it("a diff is a write, also in a call that claims to read", async () => {
    const { acts, mentions } = await see({
      kind: "read",
      content: [{ type: "diff", path: "a.ts", newText: "x" }],
      locations: [{ path: "b.ts" }],
    });
    expect(acts).toMatchObject([{ type: "path", access: "write", path: "FOLDER/a.ts" }]);
    expect(mentions).toMatchObject([{ access: "write", path: "FOLDER/b.ts" }]);
  });

  it.each([
    ["read", "read"],
    ["search", "read"],
    ["edit", "write"],
    ["delete", "write"],
    ["move", "write"],
    ["other", "write"],
    ["think", "write"],
  ] as const)("places of a call of kind %s are mentioned as %s", async (kind, access) => {
    const { acts, mentions } = await see({ kind, locations: [{ path: "a.ts" }], rawInput: { file_path: "a.ts" } });
    expect(acts).toEqual([]);
    expect(mentions).toMatchObject([{ type: "path", access, path: "FOLDER/a.ts", asked: "FOLDER/a.ts" }]);
  });

  it.each([
    [{ kind: "execute" }, "The command is not shown."],
    [{ kind: "fetch" }, "The address is not shown."],
    [{ kind: "edit", locations: [{ path: "a" }] }, "The change is not shown."],
    [{ kind: "switch_mode" }, "It would change what the agent may do next."],
    [{ kind: "other", locations: [{ path: "a\0b" }] }, "One of its paths cannot be resolved."],
    [
      { locations: Array.from({ length: 101 }, (_, index) => ({ path: `file-${index}` })) },
      "It names more than 100 files.",
    ],
  ] as const)("what %j does not show is said", async (toolCall, unseen) => {
    expect((await see(toolCall as Partial<ToolCallUpdate>)).unseen).toBe(unseen);
  });

  it.each([
    [{ name: "Bash", title: "ls" }, { tool: "Bash" }],
    [
      { name: "mcp__github__create_issue" },
      { server: "github", tool: "create_issue", name: "mcp__github__create_issue" },
    ],
    [{ title: "mcp__github__create_issue" }, { server: "github", tool: "create_issue" }],
  ])("[D-01] the tool of %j is known by its name", async (toolCall, tool) => {
    expect((await see({ ...toolCall, rawInput: { a: 1 } })).tool).toMatchObject({ ...tool, arguments: { a: 1 } });
  });

  it("a title that is a sentence names no tool", async () => {
    expect((await see({ title: "Run mcp__github__create_issue" })).tool).toBeUndefined();
  });

  it("what a server does with its arguments is not guessed at", async () => {
    const seen = await see({
      name: "mcp__s__t",
      rawInput: { command: "ls", url: "https://a.example", file_path: "/etc" },
    });
    expect(seen).toMatchObject({ acts: [], mentions: [] });
  });

  it.each([undefined, null, 7, "text", [], { command: 7 }, { command: [] }, { command: [1] }, { url: "nowhere" }])(
    "an input of %j shows nothing, and breaks nothing",
    async (rawInput) => {
      expect((await see({ rawInput })).acts).toEqual([]);
    },
  );
});
