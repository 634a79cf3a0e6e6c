import { describe, expect, it } from "vitest";

import { decide, type ToolCallSubject } from "../../src/index.ts";

const effect = (tool: string, subject: Omit<ToolCallSubject, "type">) =>
  decide({ type: "tool-call", ...subject }, [{ name: "user", rules: [{ effect: "allow", when: { tool } }] }]).effect;

describe("[D-01] [D-13] a rule finds its tool", () => {
  const plain = { server: "github", tool: "create_issue", name: "mcp__github__create_issue" };
  const odd = { server: "my server", tool: "files/read", name: "mcp__my_server__files_read_1a2b3c4d" };

  it.each([
    ["the real name", "create_issue", plain],
    ["a part of the real name", "create_*", plain],
    ["the name the model sees", "mcp__github__create_issue", plain],
    ["all tools of the server", "mcp__github__*", plain],
    ["the server alone", "mcp__github", plain],
    ["some tools of the server", "mcp__github__create_*", plain],
    ["some tools of any server", "mcp__*__create_*", plain],
    ["any tool of any server", "mcp__*", plain],
    ["the real name with signs in it", "files/read", odd],
    ["the real names joined", "mcp__my server__files/read", odd],
    ["the names made safe", "mcp__my_server__files_read", odd],
    ["the server's name made safe", "mcp__my_server__*", odd],
    ["the name the model sees, with its hash", "mcp__my_server__files_read_1a2b3c4d", odd],
  ])("by %s", (_how, pattern, subject) => {
    expect(effect(pattern, subject)).toBe("allow");
  });

  it.each([
    ["another server", "mcp__gitlab__create_issue", plain],
    ["another tool", "mcp__github__create_issu", plain],
    ["a server whose name begins alike", "mcp__git", plain],
    [
      "a server that hides behind another's name",
      "mcp__github__*",
      { server: "github__evil", tool: "x", name: "mcp__github__evil__x_0a0b0c0d" },
    ],
    [
      "a server that hides behind another's name, exactly",
      "mcp__github__evil__x",
      { server: "github__evil", tool: "x" },
    ],
    ["a built-in tool, by a rule for servers", "mcp__*", { tool: "create_issue" }],
  ])("and not %s", (_what, pattern, subject) => {
    expect(effect(pattern, subject)).toBe("ask");
  });

  it("also when only the name the model sees is known", () => {
    const seen = { tool: "mcp__github__create_issue" };
    expect(effect("mcp__github__*", seen)).toBe("allow");
    expect(effect("mcp__github__create_issue", seen)).toBe("allow");
    expect(effect("create_issue", seen)).toBe("allow");
    expect(effect("mcp__gitlab__*", seen)).toBe("ask");
  });

  it("when the rule gives the server and the name the model sees, only if both are true", () => {
    const rule = (server: string) =>
      ({ effect: "allow", when: { server, tool: "mcp__my_server__files_read_1a2b3c4d" } }) as const;
    const decision = (server: string) =>
      decide({ type: "tool-call", ...odd }, [{ name: "user", rules: [rule(server)] }]);
    expect(decision("my server").effect).toBe("allow");
    expect(decision("other").effect).toBe("ask");
  });
});
