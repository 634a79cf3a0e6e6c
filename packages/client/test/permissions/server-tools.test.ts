import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Effect, Rule } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { decidePermission } from "../../src/permissions/answer-by-policy.ts";
import { asks, projectFolder, withRules } from "./requests.ts";

const input = { command: "ls x" };

/** How agents show a call of the tool `danger` of the server `toolbox`. */
const SHOWN: readonly [agent: string, call: Partial<ToolCallUpdate>][] = [
  ["claude", { name: "mcp__toolbox__danger", rawInput: input }],
  ["an older agent", { title: "mcp__toolbox__danger", rawInput: input }],
  ["qwen", { title: "danger", kind: "other", rawInput: input, _meta: { toolName: "mcp__toolbox__danger" } }],
  ["codex", { title: "danger", kind: "execute", rawInput: { server: "toolbox", tool: "danger", arguments: input } }],
  ["codex-zed", { title: "Approve?", rawInput: { server_name: "toolbox", tool_name: "danger", arguments: input } }],
  ["goose", { title: "danger", rawInput: input, _meta: { goose: { toolCall: { toolName: "toolbox__danger" } } } }],
  ["gemini", { title: "danger (toolbox MCP Server)", kind: "other", rawInput: input }],
  ["droid", { title: "toolbox___danger", kind: "other", rawInput: input }],
  ["opencode", { title: "toolbox_danger", kind: "other", rawInput: input }],
];

describe("a tool of a server", () => {
  it.each(SHOWN)(
    "[H17, H18] as %s shows it is denied by a rule for its server, whatever else is allowed",
    async (_, call) => {
      const allowed: Rule = { effect: "allow", when: { command: "ls *" } };
      expect(await decide(call, { effect: "deny", when: { server: "toolbox" } }, allowed)).toBe("deny");
      expect(await decide(call, { effect: "deny", when: { tool: "danger" } }, allowed)).toBe("deny");
    },
  );

  it.each(SHOWN)("[H17] as %s shows it is not allowed by a rule for commands", async (_, call) => {
    expect(await decide(call, { effect: "allow", when: { command: "ls *" } })).toBe("ask");
  });

  it.each([
    ["copilot", { title: "danger", kind: "other", rawInput: input }],
    ["an agent that calls it a command", { title: "danger", kind: "execute", rawInput: input }],
  ] as const)("[H17] that cannot be recognised, as in %s, is not allowed by a rule for commands", async (_, call) => {
    expect(await decide(call, { effect: "allow", when: { command: "ls *" } })).toBe("ask");
  });

  it.each(SHOWN.slice(0, 6))("[H18] as %s shows it is allowed by a rule for its server", async (_, call) => {
    expect(await decide(call, { effect: "allow", when: { server: "toolbox" } })).toBe("allow");
  });

  it("[H18] whose name is read from a title is not allowed where the call could be something else", async () => {
    const rule: Rule = { effect: "allow", when: { server: "toolbox" } };
    expect(await decide({ title: "danger (toolbox MCP Server)", kind: "other", rawInput: { a: 1 } }, rule)).toBe(
      "allow",
    );
    expect(await decide({ title: "rm (toolbox MCP Server)", kind: "execute", rawInput: { command: "rm" } }, rule)).toBe(
      "ask",
    );
    expect(await decide({ title: "toolbox_danger", rawInput: { command: "rm -rf /" } }, rule)).toBe("ask");
    const argument = { server: "toolbox", tool: "danger", command: "rm -rf /" };
    expect(await decide({ title: "run", kind: "execute", rawInput: argument }, rule)).toBe("ask");
  });
});

describe("a tool of the agent's own", () => {
  it.each<[string, Partial<ToolCallUpdate>]>([
    ["by its name", { name: "Bash", title: "List", kind: "execute", rawInput: input }],
    ["by qwen's name", { title: "List", kind: "execute", rawInput: input, _meta: { toolName: "run_shell_command" } }],
    [
      "by goose's name",
      { title: "List", rawInput: input, _meta: { goose: { toolCall: { name: "developer__shell" } } } },
    ],
    ["by a title that shows the command", { title: "ls x [in .]", kind: "execute", rawInput: input }],
  ])("[H17] that is known %s is allowed by a rule for commands", async (_, call) => {
    expect(await decide(call, { effect: "allow", when: { command: "ls *" } })).toBe("allow");
  });

  it("[H18] that writes to rawInput.path, as goose does, fits rules for paths", async () => {
    const write = {
      title: "write",
      rawInput: { path: "private/a" },
      _meta: { goose: { toolCall: { name: "write" } } },
    };
    expect(await decide(write, { effect: "deny", when: { path: "private/**" } })).toBe("deny");
  });

  it("[H3] is held to the floor, also if its tool or its command is allowed", async () => {
    const copy = { name: "Bash", kind: "execute" as const, rawInput: { command: "cp x .git/hooks/pre-commit" } };
    expect(await decide(copy, { effect: "allow", when: { command: "cp *" } })).toBe("ask");
    const path = ".git/hooks/pre-commit";
    const write = { name: "Write", kind: "edit" as const, content: [{ type: "diff" as const, path, newText: "" }] };
    expect(await decide(write, { effect: "allow", when: { tool: "Write" } })).toBe("ask");
  });
});

async function decide(toolCall: Partial<ToolCallUpdate>, ...rules: readonly Rule[]): Promise<Effect> {
  await using project = await projectFolder();
  await mkdir(join(project.folder, ".git/hooks"), { recursive: true });
  const session = { ...project.session, servers: ["toolbox"] };
  const { decision } = await decidePermission(asks(toolCall), session, { policy: withRules(...rules) });
  return decision.effect;
}
