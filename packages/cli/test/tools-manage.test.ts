/**
 * `tenon tools add | remove | enable | disable | import | resources | read | prompts | get`, on real files and real servers.
 */

import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { openConfiguredHub } from "@tenon/hub";
import { stdioServer } from "@tenon/testkit/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type CommandResult, runInResident } from "./resident/resident-tenon.ts";
import { tenon } from "./tenon.ts";

const SERVER = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", import.meta.url),
);
const EVERYTHING = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);
const SECRET = "hunter2-hunter2";

let home: string;
let project: string;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tenon-manage-"));
  project = join(home, "project");
  file = join(home, "tenon/tenon.json");
  await mkdir(project);
  await mkdir(join(home, "tenon"));
});
afterEach(() => rm(home, { recursive: true }));

describe("tenon tools add", () => {
  it("keeps comments and order, hides secrets, starts the server, and sessions have it", async () => {
    const before = `{\n  // mine\n  "mcpServers": {\n    "a": { "url": "https://a.example", "disabled": true }, // first\n  },\n}\n`;
    await writeFile(file, before);
    const added = await tools("add", "--env", `KEY=${SECRET}`, "--include", "agent", "b", "--", "node", SERVER, ".");
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(added.stdout).toContain(`Added b to ${file}`);
    expect(added.stdout).toContain("It has 14 tools.");
    expect(added.stdout).not.toContain(SECRET);
    const text = await readFile(file, "utf8");
    expect(text.startsWith(before.slice(0, before.indexOf("  },")))).toBe(true);
    expect(text).toContain(`"KEY": "${SECRET}"`);
    expect((await tools("list")).stdout).toMatch(/^b +read_file/m);
  });

  it("creates a file that only its owner can read, and passes a variable on by its name", async () => {
    const added = await tools("add", "b", "--no-start", "--env", "HOME", "--json", `node ${SERVER} "a b"`);
    expect(JSON.parse(added.stdout)).toEqual({ added: "b", scope: "user", file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      mcpServers: { b: { command: "node", args: [SERVER, "a b"], env: { HOME: "${HOME}" } } },
    });
  });

  it("trusts what the user adds to the project, and nothing else in its file", async () => {
    await writeFile(join(project, "tenon.json"), `{ "mcpServers": { "other": { "command": "false" } } }`);
    const added = await tools("add", "--scope", "project", "--json", "p", "--", "node", SERVER, ".");
    expect(JSON.parse(added.stdout)).toMatchObject({ scope: "project", state: "listed", tools: 14, rules: [] });
    const trust = await tools("trust", "--json");
    expect(JSON.parse(trust.stdout)).toMatchObject({ waiting: [{ server: "other" }] });
  });

  it("keeps a server that does not start, with the reason", async () => {
    const added = await tools("add", "dead", "--", "node", "-e", "process.exit(3)");
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain("exited with code 3");
    expect(added.stdout).toContain("tenon tools remove dead");
  });

  it.each([
    [["taken", "https://b.example"], '"taken" is already in'],
    [["x", "htp://b.example"], "must begin with https:// or http://"],
    [["x", "http://"], "The URL is not valid"],
    [["x", "no-such-command-here"], 'Command "no-such-command-here" was not found on the PATH'],
    [["x", "node 'a"], "Unclosed quote"],
    [["x", "--wait", "soon", "https://b.example"], '--wait: expected a number of seconds, got "soon"'],
    [["x", "--header", SECRET, "https://b.example"], '--header: expected "Name: value"'],
    [["x", "--header", "A: b", "node"], "--header is for a URL"],
    [["x", "--env", "A=b", "https://b.example"], "--env is for a command"],
    [["x\u001B[31m", "https://b.example"], "The name must be"],
  ])("refuses %j without a change", async (words, message) => {
    const before = `{ "mcpServers": { "taken": { "url": "https://a.example" } } }`;
    await writeFile(file, before);
    const refused = await tools("add", ...words);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain(SECRET);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("leaves a file alone that is not valid JSON, and names the line", async () => {
    await writeFile(file, '{\n  "mcpServers": {\n');
    const refused = await tools("add", "x", "https://b.example");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${file}:3:1`);
    expect(await readFile(file, "utf8")).toBe('{\n  "mcpServers": {\n');
    expect(await readdir(join(home, "tenon"))).toEqual(["tenon.json"]);
  });
});

describe("tenon tools as a process of its own", () => {
  it("add starts the server, ends it, and leaves what the next process finds", async () => {
    await using server = await stdioServer({ tools: [{ name: "count" }] });
    const added = await tenonTools("add", "counter", "--", server.command, ...server.args);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(added.stdout).toContain(`Added counter to ${file}`);
    expect(added.stdout).toContain("It has 1 tool.");
    await server.until("end");
    expect((await tenonTools("list", "--json")).stdout).toContain("mcp__counter__count");
  });

  it("remove takes the entry out, and fails for one that is not there", async () => {
    await writeFile(file, `{ "mcpServers": { "a": { "url": "https://a.example" } } }`);
    expect(await tenonTools("remove", "a")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Removed a from"),
    });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ mcpServers: {} });
    const again = await tenonTools("remove", "a");
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain('No server "a"');
  });

  it("import finds the servers of other programs by the home folder, and copies one", async () => {
    await mkdir(join(home, ".cursor"));
    const cursor = JSON.stringify({
      mcpServers: { files: { command: "node", args: [SERVER, "."], env: { KEY: SECRET } } },
    });
    await writeFile(join(home, ".cursor/mcp.json"), cursor);
    expect((await tenonTools("import")).stdout).toMatch(/^files +cursor +node *$/m);
    const imported = await tenonTools("import", "files");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).not.toContain(SECRET);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(cursor));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe("tenon tools remove, enable and disable", () => {
  it("change one entry and restore the file to the character", async () => {
    const before = `{\n  "mcpServers": {\n    // docs\n    "a": {\n      "url": "https://a.example" // work\n    }\n  }\n}\n`;
    await writeFile(file, before);
    expect((await tools("disable", "a")).stdout).toContain('+      "disabled": true');
    expect(JSON.parse((await tools("disable", "a", "--json")).stdout)).toMatchObject({ changed: false });
    await tools("enable", "a");
    expect(await readFile(file, "utf8")).toBe(before);
    expect((await tools("remove", "a")).stdout).toContain(`Removed a from ${file}`);
    expect(await readFile(file, "utf8")).toBe('{\n  "mcpServers": {\n    // docs\n  }\n}\n');
  });

  it("find the file of a server, and want a scope if two have it", async () => {
    const entry = `{ "mcpServers": { "a": { "url": "https://a.example", "enabled": true } } }`;
    await writeFile(file, entry);
    await writeFile(join(project, ".mcp.json"), entry);
    const unclear = await tools("disable", "a");
    expect(unclear).toMatchObject({ code: 2, stdout: "" });
    expect(unclear.stderr).toContain("Choose with --scope user or --scope project");
    await tools("disable", "a", "--scope", "project");
    expect(await readFile(join(project, ".mcp.json"), "utf8")).toBe(entry.replace("true", "false"));
    const unknown = await tools("remove", "b");
    expect(unknown.stderr).toMatch(/No server "b" in .*\. Available: a\.\n/);
    expect(await readFile(file, "utf8")).toBe(entry);
  });
});

it("a running session follows add, disable, enable and remove", async () => {
  const receipts = new EventEmitter();
  await using hub = await openConfiguredHub({
    cwd: project,
    clientInfo: { name: "test", version: "1" },
    userFolder: join(home, "tenon"),
    isTrusted: () => false,
    onReceipt: ({ state }) => void receipts.emit(state),
  });
  for (const [state, ...args] of [
    ["listed", "add", "--no-start", "f", "--", "node", SERVER, "."],
    ["stopped", "disable", "f"],
    ["listed", "enable", "f"],
    ["stopped", "remove", "f"],
  ] as const) {
    const followed = once(receipts, state);
    expect(await tools(...args)).toMatchObject({ code: 0 });
    await followed;
    expect(hub.catalogue.tools.length).toBe(state === "listed" ? 14 : 0);
  }
});

describe("tenon tools import", () => {
  beforeEach(async () => {
    await mkdir(join(home, ".cursor"));
    await mkdir(join(home, ".codex"));
    const cursor = {
      files: { command: "node", args: [SERVER, "."], env: { KEY: SECRET }, unknown: 1 },
      asks: { command: "node", env: { KEY: "${input:key}" } },
      docs: { url: "https://a.example/mcp?key=hunter2" },
    };
    await writeFile(join(home, ".cursor/mcp.json"), JSON.stringify({ mcpServers: cursor }));
    await writeFile(
      join(home, ".codex/config.toml"),
      '[mcp_servers.docs]\nurl = "https://b.example"\nbearer_token_env_var = "HOME"\n',
    );
  });

  it("lists what other programs have, without arguments and keys", async () => {
    await writeFile(file, `{ "mcpServers": { "docs": { "url": "https://a.example" } } }`);
    const { stdout, code } = await tools("import");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^files +cursor +node *$/m);
    expect(stdout).toMatch(/^docs +codex +https:\/\/b\.example +already there$/m);
    expect(stdout).not.toContain("hunter2");
  });

  it("copies a server in the form of tenon.json, and changes no other program's file", async () => {
    const before = await readFile(join(home, ".cursor/mcp.json"), "utf8");
    const imported = await tools("import", "files");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toContain(`Imported files (Cursor) to ${file}. Running sessions pick them up.`);
    expect(imported.stdout).not.toContain(SECRET);
    await tools("import", "--from", "codex", "docs");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      mcpServers: {
        files: { command: "node", args: [SERVER, "."], env: { KEY: SECRET } },
        docs: { url: "https://b.example", headers: { Authorization: "Bearer ${HOME}" } },
      },
    });
    expect(await readFile(join(home, ".cursor/mcp.json"), "utf8")).toBe(before);
  });

  it("--all takes what can be used, and says what it leaves out and why", async () => {
    const all = await tools("import", "--all", "--json");
    expect(all.code).toBe(0);
    const { imported, refused } = JSON.parse(all.stdout) as { imported: unknown; refused: { name: string }[] };
    expect(imported).toEqual([{ name: "files", from: "cursor" }]);
    expect(refused.map(({ name }) => name).toSorted()).toEqual(["asks", "docs"]);
    expect(all.stderr).toContain("Choose with --from codex or --from cursor");
  });

  it("leaves a project's servers to be trusted", async () => {
    await mkdir(join(project, ".cursor"));
    await writeFile(join(project, ".cursor/mcp.json"), `{ "mcpServers": { "p": { "command": "node" } } }`);
    const imported = await tools("import", "--scope", "project", "p");
    expect(imported.stdout).toContain("To trust what is in it, run: tenon tools trust");
    expect(JSON.parse((await tools("trust", "--json")).stdout)).toMatchObject({ waiting: [{ server: "p" }] });
  });

  it.each([
    [["nope"], 1, 'No program has a server "nope". Available: '],
    [["docs"], 1, '"docs" is not the same in'],
    [["asks"], 1, "asks is not imported"],
    [["--from", "cursr"], 2, 'Did you mean "cursor"?'],
    [["--all", "files"], 2, "--all and names cannot be combined"],
  ])("refuses %j without a change", async (words, code, message) => {
    const refused = await tools("import", ...words);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain("hunter2");
    await expect(stat(file)).rejects.toThrow("ENOENT");
  });
});

describe("tenon tools resources, read, prompts and get", () => {
  it("show what a server has besides tools", async () => {
    const server = ["--server", `all=node ${EVERYTHING}`];
    const resources = JSON.parse((await tools("resources", ...server, "--json")).stdout) as { uri: string }[];
    const uri = resources.map((one) => one.uri).find((one) => one.endsWith(".md")) ?? "";
    expect(await tools("read", ...server, "all", uri)).toMatchObject({ code: 0, stdout: expect.stringContaining("#") });
    expect((await tools("resources", ...server)).stdout).toContain(uri);
    expect((await tools("prompts", ...server, "all")).stdout).toMatch(/^all +args-prompt +city \[state\]/m);
    const got = await tools("get", ...server, "all", "args-prompt", '{"city":"Bern"}');
    expect(got.stdout).toContain("user: What's weather in Bern?");
  });

  it("name what there is if it is not there", async () => {
    const server = ["--server", `all=node ${EVERYTHING}`];
    const prompt = await tools("get", ...server, "all", "arg-prompt");
    expect(prompt.stderr).toMatch(/Server "all" has no prompt "arg-prompt"\. Available: .*args-prompt/);
    expect(await tools("read", ...server, "other", "a://b")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown server "other". Available: all.'),
    });
    expect(await tools("read", ...server, "all", "a://b")).toMatchObject({ code: 1, stdout: "" });
  });
});

function tools(...args: readonly string[]): Promise<CommandResult> {
  return runInResident({ args: ["tools", ...args], cwd: project, env: environment() });
}

function tenonTools(...args: readonly string[]): Promise<CommandResult> {
  const options = { cwd: project, env: environment() };
  return new Promise((resolve) => {
    execFile(process.execPath, [tenon, "tools", ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
}
