import { describe, expect, it } from "vitest";

import { standardEntry } from "../../src/clients/dialects.ts";
import { clientKinds } from "../../src/clients/client-kinds.ts";
import { locateFile } from "../../src/clients/locate-files.ts";
import { parseDocument } from "../../src/clients/parse-document.ts";
import { codesOf, fakeMachine } from "./fake-machine.ts";

const machine = { platform: "linux", environment: {}, home: "/home/me", cwd: "/home/me/project" } as const;

describe("a client's file", () => {
  it.each([
    ["~/.cursor/mcp.json", "linux", {}, "/home/me/.cursor/mcp.json"],
    ["{zed}/settings.json", "linux", {}, "/home/me/.config/zed/settings.json"],
    ["{zed}/settings.json", "linux", { XDG_CONFIG_HOME: "/c" }, "/c/zed/settings.json"],
    ["{code}/mcp.json", "darwin", {}, "/home/me/Library/Application Support/Code/User/mcp.json"],
    ["{CODEX_HOME:~/.codex}/config.toml", "linux", {}, "/home/me/.codex/config.toml"],
    ["{CODEX_HOME:~/.codex}/config.toml", "linux", { CODEX_HOME: "/else" }, "/else/config.toml"],
  ] as const)("%s on %s with %j is %s", (name, platform, environment, path) => {
    expect(locateFile(name, { ...machine, platform, environment })).toBe(path);
  });

  it("has a known folder in the name of each", () => {
    const files = clientKinds.flatMap(({ userFiles }) => userFiles).map((name) => locateFile(name, machine));
    expect(files.filter((file) => /[{}~]/.test(file))).toEqual([]);
    expect(new Set(clientKinds.map(({ id }) => id)).size).toBe(clientKinds.length);
  });

  it.each([
    ["json", `{\n  "a": 1\n  "b": 2 }`, { line: 3, column: 3 }],
    ["toml", `[a]\nb = = 1\n`, { line: 2 }],
    ["yaml", `a: 1\nb: [1, 2\nc: 3\n`, { line: 3 }],
  ] as const)("in %s that cannot be read says where, and shows nothing of its content", async (format, text, place) => {
    const document = await parseDocument(text, format);
    expect(document).toMatchObject({ isRead: false, ...place });
    expect(document).not.toMatchObject({ message: expect.stringContaining("\n") });
  });

  it("that would become gigabytes, or nests without end, is a fault of that file alone", async () => {
    const bomb = [
      "a: &a [x, x]",
      ..."bcdefghij".split("").map((name, at) => `${name}: &${name} [${`*${"abcdefghij"[at]}, `.repeat(9)}1]`),
    ];
    const deep = `a = ${"[".repeat(20_000)}`;
    await using home = await fakeMachine();
    await home.write("~/.config/goose/config.yaml", bomb.join("\n"));
    await home.write("~/.codex/config.toml", deep);
    await home.write("~/.cursor/mcp.json", { mcpServers: { one: { command: "a" } } });
    const report = await home.report();
    expect(report.servers).toMatchObject([{ id: "cursor/one" }]);
    expect(codesOf(report).filter((code) => code.endsWith("invalid_file"))).toHaveLength(2);
  });

  it("that is a folder or a pipe is a fault of that file alone", async () => {
    await using home = await fakeMachine();
    await home.write("~/.cursor/mcp.json/inside", "");
    await home.write("~/.kiro/settings/mcp.json", { mcpServers: { one: { command: "a" } } });
    const report = await home.report();
    expect(codesOf(report)).toContain(`${home.home}/.cursor/mcp.json: invalid_file`);
    expect(report.servers).toMatchObject([{ id: "kiro/one" }]);
  });

  it("that is empty has no servers", async () => {
    await expect(parseDocument("\n", "yaml")).resolves.toMatchObject({ isRead: true, value: {} });
  });
});

describe("an entry", () => {
  it.each([
    ["standard", { command: "a", alwaysAllow: ["b"], timeout: 5 }, { command: "a" }],
    ["standard", { type: "local", command: "a", tools: ["*"] }, { type: "stdio", command: "a" }],
    ["gemini", { command: "a", env: { KEY: "$MY_KEY" } }, { command: "a", env: { KEY: "${MY_KEY}" } }],
    ["codex", { url: "u", bearer_token_env_var: "T" }, { url: "u", headers: { Authorization: "Bearer ${T}" } }],
    ["codex", { command: "a", env_vars: ["T"] }, { command: "a", env: { T: "${T}" } }],
    ["goose", { type: "builtin", name: "developer" }, undefined],
    [
      "goose",
      { type: "stdio", cmd: "a", args: ["b"], envs: {} },
      { type: "stdio", command: "a", args: ["b"], env: {} },
    ],
    ["goose", { type: "streamable_http", uri: "u" }, { type: "http", url: "u" }],
    ["opencode", { type: "local", command: ["a", "b"] }, { command: "a", args: ["b"], env: {} }],
    ["opencode", { type: "remote", url: "u", headers: { A: "{env:T}" } }, { url: "u", headers: { A: "${T}" } }],
    ["zed", { source: "extension", settings: {} }, undefined],
    ["zed", { command: { path: "a", args: ["b"], env: {} } }, { command: "a", args: ["b"], env: {} }],
  ] as const)("in the dialect %s: %j", (dialect, written, expected) => {
    expect(standardEntry(written, dialect)).toEqual(expected);
  });

  it("of Claude Code for this project counts before one of the same name for all", async () => {
    await using home = await fakeMachine();
    await home.write("~/.claude.json", {
      mcpServers: { one: { command: "for-all" } },
      projects: {
        [home.cwd]: { mcpServers: { one: { command: "for-project" } } },
        "/other": { mcpServers: { two: {} } },
      },
    });
    const { servers } = await home.report();
    expect(servers).toMatchObject([{ id: "claude-code/one", target: "for-project" }]);
  });

  it("that is written twice, or in a form that is no server, is reported", async () => {
    await using home = await fakeMachine();
    await home.write(
      "~/.cursor/mcp.json",
      `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}, "b": {"comand": "z"}}}`,
    );
    const report = await home.report();
    expect(codesOf(report)).toEqual(
      expect.arrayContaining([`${home.home}/.cursor/mcp.json: duplicate_name`, "cursor/b: invalid_entry"]),
    );
  });

  it("whose value VS Code asks for is not started, and nothing is wrong with it", async () => {
    await using home = await fakeMachine();
    await home.write("~/.config/Code/User/mcp.json", {
      inputs: [{ id: "key", type: "promptString" }],
      servers: { asks: { command: "node", args: ["${userHome}/server.js"], env: { KEY: "${input:key}" } } },
    });
    const report = await home.report({ start: { startMs: 1_000 } });
    expect(report.servers).toMatchObject([{ state: "asks the user" }]);
    expect(report.isHealthy).toBe(true);
  });
});
