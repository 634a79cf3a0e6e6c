import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { metaWithoutOwnTools, withoutOwnTools } from "../../src/agents/own-tools-off.ts";
import { agentNamed } from "../../src/agents/traits-of.ts";

const PROGRAM = { command: "agent", args: ["--acp"], cwd: "/", env: {} };
const claude = agentNamed("claude") ?? {};

describe("an agent's own tools", () => {
  it("are denied in a variable, beside what the user has set there", async () => {
    const program = { ...PROGRAM, env: { OPENCODE_PERMISSION: '{"webfetch":"deny","bash":"allow"}' } };
    const { env } = await withoutOwnTools(program, { preset: "opencode", off: "replaced", folder: "/" });
    expect(JSON.parse(env["OPENCODE_PERMISSION"] ?? "")).toEqual({
      webfetch: "deny",
      bash: "deny",
      edit: "deny",
      read: "deny",
    });
  });

  it("are excluded by arguments, with those that search where files are elsewhere", async () => {
    const { args } = await withoutOwnTools(PROGRAM, { preset: "qwen", off: "all", folder: "/" });
    expect(args?.join(" ")).toMatch(/^--acp --exclude-tools read_file .*--exclude-tools grep_search/);
  });

  it("are denied in a file of rules that two starts share", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-rules-"));
    try {
      const start = () => withoutOwnTools(PROGRAM, { preset: "gemini", off: "replaced", folder });
      const [one, other] = [await start(), await start()];
      expect(one.args).toEqual(other.args);
      const [, flag, file = ""] = one.args ?? [];
      expect(flag).toBe("--admin-policy");
      expect(await readFile(file, "utf8")).toContain('toolName = "run_shell_command"\ndecision = "deny"');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("are named in the session's _meta, beside what the client sends", () => {
    const given = { other: 1, claudeCode: { options: { model: "m", disallowedTools: ["Task"] } } };
    expect(metaWithoutOwnTools(claude, given, "replaced")).toMatchObject({
      other: 1,
      claudeCode: { options: { model: "m", disallowedTools: expect.arrayContaining(["Task", "Read", "Bash"]) } },
    });
  });

  it("stay where the agent has no switch", async () => {
    expect(await withoutOwnTools(PROGRAM, { preset: "codex", off: "all", folder: "/" })).toBe(PROGRAM);
    expect(await withoutOwnTools(PROGRAM, { preset: undefined, off: "all", folder: "/" })).toBe(PROGRAM);
    expect(metaWithoutOwnTools({}, {}, "all")).toBeUndefined();
  });
});
