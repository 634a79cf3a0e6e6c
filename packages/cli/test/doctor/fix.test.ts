import { chmod, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { replaceValues } from "../../src/settings/edit-json.ts";
import { fix, type FixOptions, undo } from "../../src/commands/doctor/fix/fix.ts";
import { wrapAgents } from "../../src/commands/doctor/fix/wrap-agents.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { type FakeMachine, fakeMachine } from "./fake-machine.ts";

const TENON = ["/usr/bin/node", "/opt/tenon/bin/tenon.mjs"] as const;
const ZED = { tenon: TENON, key: "agent_servers" } as const;
const SECRET = "hunter2-hunter2";

const SETTINGS = `{
  // the agents of this editor
  "agent_servers": {
    "Gemini": {
      "type": "custom",
      "command": "gemini", /* on the PATH */
      "args": ["--acp", "-m", "a [model]"],
      "env": { "MY_SETTING": "${SECRET}" },
    },
    "goose": { "command": "goose" },
    "Wrapped": { "command": "tenon", "args": ["wrap", "codex"] },
    "claude-acp": { "type": "registry", "env": { "MY_SETTING": "${SECRET}" } },
    "unheard-of": { "type": "registry" },
  },
  "context_servers": {},
}
`;

const WRAPPED = SETTINGS.replace('"command": "gemini"', '"command": "/usr/bin/node"')
  .replace(
    '["--acp", "-m", "a [model]"]',
    '["/opt/tenon/bin/tenon.mjs", "wrap", "--", "gemini", "--acp", "-m", "a [model]"]',
  )
  .replace(
    '"command": "goose"',
    '"command": "/usr/bin/node", "args": ["/opt/tenon/bin/tenon.mjs", "wrap", "--", "goose"]',
  )
  .replace(
    '"unheard-of": { "type": "registry" },',
    `"unheard-of": { "type": "registry" },
    "Claude Agent with Tenon": {
      "type": "custom",
      "command": "/usr/bin/node",
      "args": [
        "/opt/tenon/bin/tenon.mjs",
        "wrap",
        "claude"
      ],
      "env": {
        "MY_SETTING": "${SECRET}"
      }
    },`,
  );

describe("tenon doctor --fix", () => {
  it("wraps each agent of an editor, adds one beside those it fetches, and leaves every other character as it is", () => {
    expect(wrapAgents(SETTINGS, ZED)).toEqual({
      text: WRAPPED,
      agents: ["Gemini", "goose"],
      added: ["Claude Agent with Tenon"],
      skipped: ["unheard-of"],
    });
    expect(wrapAgents(WRAPPED, ZED)).toMatchObject({ text: WRAPPED, agents: [], added: [] });
    expect(wrapAgents("{ broken", ZED)).toBeUndefined();
  });

  it("wraps the agents of VS Code's ACP Client, under a key with a dot", async () => {
    await using machine = await fakeMachine();
    const agents = { Qwen: { command: "npx", args: ["@qwen-code/qwen-code@latest", "--acp"], env: {} } };
    await machine.write("~/.config/Code/User/settings.json", { "editor.fontSize": 12, "acp.agents": agents });
    await expect(fix(options(machine, [], "yes"))).resolves.toBe(true);
    const written = await readFile(join(machine.home, ".config", "Code", "User", "settings.json"), "utf8");
    expect(JSON.parse(written)).toEqual({
      "editor.fontSize": 12,
      "acp.agents": {
        Qwen: {
          command: "/usr/bin/node",
          args: ["/opt/tenon/bin/tenon.mjs", "wrap", "--", "npx", "@qwen-code/qwen-code@latest", "--acp"],
          env: {},
        },
      },
    });
    const { editors } = await machine.report();
    expect(editors).toMatchObject([{ editor: "ACP Client of VS Code", name: "Qwen", agent: "qwen", isWrapped: true }]);
  });

  it("replaces values at the end of a line, in arrays and beside strings that look like brackets", () => {
    const text = `{"a": [1, "]", {"b": 2}], // ]\n "c": tru3}`.replace("tru3", "true");
    expect(
      replaceValues(text, [
        { path: "a", text: "0" },
        { path: "c", text: "false" },
      ]),
    ).toBe(`{"a": 0, // ]\n "c": false}`);
    expect(replaceValues(text, [{ path: "nowhere", text: "0" }])).toBeUndefined();
  });

  it("shows the change without secrets, asks, writes it, and undoes it", async () => {
    await using machine = await fakeMachine();
    const file = join(machine.home, ".config", "zed", "settings.json");
    await machine.write("~/.config/zed/settings.json", SETTINGS);
    await chmod(file, 0o640);
    const said: string[] = [];
    await expect(fix(options(machine, said, "no"))).resolves.toBe(false);
    expect(await readFile(file, "utf8")).toBe(SETTINGS);
    await expect(fix(options(machine, said, "yes"))).resolves.toBe(true);
    expect(await readFile(file, "utf8")).toBe(WRAPPED);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(said.join("")).toMatch(/^-.*"command": "gemini"/m);
    expect(said.join("")).toMatch(/^\+.*"wrap", "--", "goose"/m);
    expect(said.join("")).toContain("unheard-of has no command of its own");
    expect(said.join("")).not.toContain(SECRET);
    await expect(fix(options(machine, said, "yes"))).resolves.toBe(true);
    await expect(undo(options(machine, said, "yes"))).resolves.toBe(true);
    expect(await readFile(file, "utf8")).toBe(SETTINGS);
    await expect(undo(options(machine, said, "yes"))).resolves.toBe(true);
    expect(said.at(-1)).toBe("Nothing to undo.\n");
  });

  it("shows what to paste into editors whose settings are programs, and leaves those as they are", async () => {
    await using machine = await fakeMachine();
    const lua = 'return { "olimorris/codecompanion.nvim", "yetone/avante.nvim" }';
    await machine.write("~/.config/nvim/lua/plugins/ai.lua", lua);
    await machine.write("~/.emacs.d/init.el", "(use-package agent-shell)");
    await machine.write("~/.emacs.d/elpa/agent-shell.el", "agent-shell");
    const said: string[] = [];
    await expect(fix(options(machine, said, "yes"))).resolves.toBe(true);
    const text = said.join("");
    expect(text).toContain(
      'commands = { default = { "/usr/bin/node", "/opt/tenon/bin/tenon.mjs", "wrap", "gemini" } }',
    );
    expect(text).toContain('args = { "/opt/tenon/bin/tenon.mjs", "wrap", "gemini" }');
    expect(text).toContain(`:command-params '("/opt/tenon/bin/tenon.mjs" "wrap" "gemini")`);
    expect(await readFile(join(machine.home, ".config/nvim/lua/plugins/ai.lua"), "utf8")).toBe(lua);
    await machine.write("~/.emacs.d/init.el", `agent-shell '("/opt/tenon/bin/tenon.mjs" "wrap" "gemini")`);
    said.length = 0;
    await fix(options(machine, said, "yes"));
    expect(said.join("")).not.toContain("Emacs");
  });

  it("says what to start where it knows no settings to change", async () => {
    await using machine = await fakeMachine();
    const said: string[] = [];
    await expect(fix(options(machine, said, "yes"))).resolves.toBe(true);
    expect(said.join("")).toContain("/usr/bin/node /opt/tenon/bin/tenon.mjs wrap gemini");
  });

  it("leaves settings as they are where what it changes cannot be kept", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/.jetbrains/acp.json", { agent_servers: { Gemini: { command: "gemini" } } });
    const file = join(machine.home, ".jetbrains", "acp.json");
    const before = await readFile(file, "utf8");
    const unwritable = { ...options(machine, [], "yes"), folder: "/dev/null/fixes" };
    await expect(fix(unwritable)).rejects.toThrow(/^Nothing was changed, .* \/dev\/null\/fixes: ENOTDIR/);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("does not undo over an edit that was made since, and says where the old content is", async () => {
    await using machine = await fakeMachine();
    const file = join(machine.home, ".jetbrains", "acp.json");
    await machine.write("~/.jetbrains/acp.json", { agent_servers: { Gemini: { command: "gemini", args: ["--acp"] } } });
    await fix(options(machine, [], "yes"));
    await writeFile(file, "{}");
    await expect(undo(options(machine, [], "yes"))).rejects.toThrow(/was changed by another program.*\.json/);
    expect(await readFile(file, "utf8")).toBe("{}");
  });

  it("writes through a link, and leaves the link", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/dotfiles/acp.json", { agent_servers: { Gemini: { command: "gemini" } } });
    await machine.write("~/.jetbrains/keep", "");
    const link = join(machine.home, ".jetbrains", "acp.json");
    await symlink(join(machine.home, "dotfiles", "acp.json"), link);
    await fix(options(machine, [], "yes"));
    expect(await readFile(join(machine.home, "dotfiles", "acp.json"), "utf8")).toContain('"wrap"');
    const report = await machine.report();
    expect(report.editors).toMatchObject([{ editor: "JetBrains", agent: "gemini", isWrapped: true }]);
  });

  it("keeps what it changed where only the user can read it", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/.jetbrains/acp.json", {
      agent_servers: { Gemini: { command: "gemini", env: { KEY: SECRET } } },
    });
    await fix(options(machine, [], "yes"));
    const kept = Object.keys(await machine.files()).filter((path) => path.includes("/doctor/"));
    expect(kept).toHaveLength(1);
    expect((await stat(kept[0] ?? "")).mode & 0o777).toBe(0o600);
  });
});

let moment = 0;

function options(machine: FakeMachine, said: string[], answer: "yes" | "no"): FixOptions {
  const { home, cwd, environment } = machine;
  return {
    platform: "linux",
    home,
    cwd,
    environment,
    folder: join(home, ".local", "share", "tenon", "doctor"),
    tenon: TENON,
    style: plainStyle(),
    now: new Date((moment += 1_000)),
    confirm: () => Promise.resolve(answer === "yes"),
    print: (text) => Promise.resolve(void said.push(text)),
  };
}
