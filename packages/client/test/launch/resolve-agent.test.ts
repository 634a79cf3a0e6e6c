import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { stdioAgent } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { AgentError } from "../../src/agent-error.ts";
import { connectAgent } from "../../src/connection/connect-agent.ts";
import { listAgents } from "../../src/launch/list-agents.ts";
import { presetNamed, presetOfAgent, presets } from "../../src/launch/presets.ts";
import { resolveAgent } from "../../src/launch/resolve-agent.ts";

/** A folder with programs in it that can be found, and do nothing. */
async function folderWith(...programs: readonly string[]): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-launch-")));
  for (const program of programs) {
    const file = join(folder, program);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, "#!/bin/sh\n");
    await chmod(file, 0o755);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function failure(typed: string, env: Record<string, string>, cwd = "/"): Promise<AgentError> {
  const error: unknown = await resolveAgent(typed, { env, cwd }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AgentError);
  return error as AgentError;
}

describe("an agent that is known by name", () => {
  it.each([
    [{ name: "gemini-cli", title: "Gemini CLI" }, "gemini"],
    [{ name: "OpenCode" }, "opencode"],
    [{ name: "acp", title: "GitHub Copilot CLI" }, "copilot"],
    [{ name: "@qwen-code/qwen-code" }, "qwen"],
    [{ name: "something else", title: "" }, undefined],
    [undefined, undefined],
  ])("[M51] is known by what it says of itself: %j", (info, name) => {
    expect(presetOfAgent(info)?.name).toBe(name);
  });

  it("is the installed program, if there is one", async () => {
    await using here = await folderWith("gemini", "npx");
    const { title, program, fetches } = await resolveAgent("Gemini", { env: { PATH: here.folder }, cwd: "/" });
    expect({ title, fetches }).toEqual({ title: "Gemini CLI", fetches: undefined });
    expect(program).toMatchObject({ command: join(here.folder, "gemini"), args: ["--acp"], cwd: "/" });
  });

  it("is fetched with npx, in the range that was tried, if it is not", async () => {
    await using here = await folderWith("npx");
    const { program, fetches } = await resolveAgent("gemini-cli", { env: { PATH: here.folder }, cwd: "/" });
    expect(fetches).toMatch(/^@google\/gemini-cli@\d/);
    expect(program).toMatchObject({ command: join(here.folder, "npx"), args: ["--yes", fetches, "--acp"] });
  });

  it("[U-01] says how to install it and where it was looked for, without npx", async () => {
    await using here = await folderWith();
    const error = await failure("gemini", { PATH: here.folder });
    expect(error.code).toBe("agent_not_found");
    expect(error.message).toContain(`"gemini" is not on the PATH (${here.folder}), and neither is npx`);
    expect(error.message).toContain("npm install --global @google/gemini-cli");
    expect((await failure("goose", { PATH: here.folder })).message).not.toContain("npx");
  });

  it("[U-05] gets the whole environment of the user, and what its preset adds if the user has not set it", async () => {
    await using here = await folderWith("auggie");
    const env = { PATH: here.folder, HOME: "/home/me", ANTHROPIC_API_KEY: "key", HTTPS_PROXY: "http://proxy" };
    const { program } = await resolveAgent("auggie", { env, cwd: "/" });
    expect(program.env).toEqual({ ...env, AUGMENT_DISABLE_AUTO_UPDATE: "1" });
    const chosen = await resolveAgent("auggie", { env: { ...env, AUGMENT_DISABLE_AUTO_UPDATE: "0" }, cwd: "/" });
    expect(chosen.program.env).toMatchObject({ AUGMENT_DISABLE_AUTO_UPDATE: "0" });
  });

  it("[M51] is known by its command line too, with npx and with a path", async () => {
    await using here = await folderWith("gemini", "npx");
    const presetOf = async (typed: string) =>
      (await resolveAgent(typed, { env: { PATH: here.folder }, cwd: "/" })).preset?.name;
    expect(await presetOf("gemini --acp --model x")).toBe("gemini");
    expect(await presetOf(`'${join(here.folder, "gemini")}' --acp`)).toBe("gemini");
    expect(await presetOf("npx --yes @google/gemini-cli@0.60.1 --acp")).toBe("gemini");
    expect(await presetOf("npx something-else")).toBeUndefined();
  });

  it("can be our own, whose command is handed in", async () => {
    const own = { command: "/opt/tenon", args: ["agent"] };
    const { title, program } = await resolveAgent("tenon", { env: { A: "1" }, cwd: "/w", own });
    expect({ title, program }).toEqual({ title: "Tenon", program: { ...own, cwd: "/w", env: { A: "1" } } });
  });

  it("has a name of its own, and so have all the others", () => {
    const names = presets.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name === name.toLowerCase() && presetNamed(name))).toBe(true);
  });

  it("is listed with whether it is here", async () => {
    await using here = await folderWith("codex-acp", "npx");
    const listed = await listAgents({ env: { PATH: here.folder }, cwd: "/" });
    const stateOf = (name: string) => listed.find(({ preset }) => preset.name === name);
    expect(stateOf("codex")).toMatchObject({ state: "installed", file: join(here.folder, "codex-acp") });
    expect(stateOf("claude")).toMatchObject({ state: "can be fetched" });
    expect(stateOf("goose")).toMatchObject({ state: "not installed" });
  });
});

describe("an agent given as a command", () => {
  it("is split into words, without a shell", async () => {
    await using here = await folderWith("my agent");
    const env = { PATH: here.folder };
    const { title, program } = await resolveAgent(`'my agent' --acp "a b" $HOME; ls`, { env, cwd: "/" });
    expect(title).toBe("my agent");
    expect(program).toEqual({
      command: join(here.folder, "my agent"),
      args: ["--acp", "a b", "$HOME;", "ls"],
      cwd: "/",
      env,
    });
  });

  it("can be a path, seen from the folder it runs in, with spaces in it", async () => {
    await using here = await folderWith("bin/my agent");
    const { program } = await resolveAgent("bin/my agent", { env: {}, cwd: here.folder });
    expect(program).toMatchObject({ command: join(here.folder, "bin/my agent"), args: [], env: {} });
  });

  it("[U-07] by its absolute path has its own folder on the PATH, where its interpreter may be", async () => {
    await using here = await folderWith("npx");
    const { program } = await resolveAgent(`${here.folder}/npx agent`, { env: { PATH: "/bin" }, cwd: "/" });
    expect(program.env).toEqual({ PATH: `${here.folder}${delimiter}/bin` });
  });

  it.each([
    ["gemni", "gemini"],
    ["Cluade", "claude"],
    ["opncode acp", "opencode"],
    ["xyzzy", undefined],
  ])("that is not there, %s, may be a slip of %s", async (typed, meant) => {
    const error = await failure(typed, { PATH: "/nowhere" });
    expect(error.code).toBe("agent_not_found");
    expect(error.message).toMatch(/Known agents: claude, codex, gemini.*command line.*\/nowhere/s);
    expect(/Did you mean "(\w+)"/.exec(error.message)?.[1]).toBe(meant);
  });

  it.each([
    ["", "The agent's name is empty."],
    ["'unfinished", "Unclosed quote"],
    ["./no/such/agent", "no such program in /"],
  ])("of %j is rejected with the reason", async (typed, words) => {
    expect((await failure(typed, { PATH: "/nowhere" })).message).toContain(words);
  });

  it("is an agent that can be talked to", async () => {
    const { command, args, env } = stdioAgent();
    const line = [command, ...args].map((word) => `'${word}'`).join(" ");
    const { program } = await resolveAgent(line, { env: { ...process.env, ...env }, cwd: "/" });
    await using agent = await connectAgent(program, { clientInfo: { name: "test", version: "0.0.0" } });
    expect(agent.initialized.protocolVersion).toBe(1);
  });
});
