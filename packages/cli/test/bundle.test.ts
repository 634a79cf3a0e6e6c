import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { allow, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connected, hearsReceipts } from "./connected.ts";
import { installation, noConfiguration } from "./tenon.ts";

const run = promisify(execFile);

describe("the bundle, as it is installed", () => {
  let folder: string;

  beforeAll(async () => {
    // Away from the clone, whose packages it could find.
    folder = await mkdtemp(join(tmpdir(), "tenon-installed-"));
    await cp(installation, folder, { recursive: true });
  });

  afterAll(() => rm(folder, { recursive: true }));

  it("runs without the clone: a session, a server, a tool", async () => {
    await using server = await stdioServer({ tools: [{ name: "greet", description: "greet the world" }] });
    await using client = await spawnedClient(
      {
        command: process.execPath,
        args: [join(folder, "bin/tenon.mjs"), "agent"],
        cwd: folder,
        env: { ...noConfiguration, HOME: folder },
      },
      { capabilities: hearsReceipts, answers: { "session/request_permission": allow } },
    );
    await client.initialize();
    const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
    const { sessionId } = await client.newSession({
      mcpServers: [{ name: "world", command: server.command, args: [...server.args], env }],
    });
    await connected(client, "world");
    await client.prompt(sessionId, "greet the world");
    expect(client.text(sessionId)).toContain("{}");
    expect(client.transcript.problems("agent")).toEqual([]);
    expect(client.stderr()).toBe("");
  });

  it("brings the page that tenon serve shows", async () => {
    const page = await readFile(join(folder, "dist", "page", "index.html"), "utf8");
    const scripts = [...page.matchAll(/src="\/?([^"]+\.js)"/gu)].map(([, path]) => path ?? "");
    expect(scripts).not.toEqual([]);
    for (const path of scripts) await access(join(folder, "dist", "page", path));
  });

  it("loads MCP with the first session and not with the agent", async () => {
    const files = await readdir(join(folder, "dist"));
    const main = await readFile(join(folder, "dist", "main.js"), "utf8");
    const [, agent = ""] = /\.then\(\(\)=>require\("\.\/(agent-[^"]+)"\)\)/.exec(main) ?? [];
    const loaded = [...(await closure("main.js")), ...(await closure(agent))];
    const sources = await Promise.all([...new Set(loaded)].map((file) => readFile(join(folder, "dist", file), "utf8")));
    expect(sources.join("")).toContain("session/prompt");
    expect(sources.join("")).not.toContain("server/discover");
    expect(loaded.length).toBeLessThan(files.length);
  });

  it.each([
    ["Postgres for a store there", /SCRAM-SHA-256|tenon_sessions/],
    ["traces for a collector", /scopeSpans/],
    ["Chinese for people who read it", /\\u4ee3\\u7406/i],
  ])("loads %s and for nothing else", async (_, sign) => {
    const files = (await readdir(join(folder, "dist"))).filter((file) => file.endsWith(".js"));
    const sources = new Map<string, string>();
    for (const file of files) sources.set(file, await readFile(join(folder, "dist", file), "utf8"));
    const own = files.filter((file) => sign.test(sources.get(file) ?? ""));
    expect(own).not.toEqual([]);
    for (const file of files.filter((other) => !own.includes(other))) {
      for (const loaded of importedBy(sources.get(file) ?? "")) expect(own).not.toContain(loaded);
    }
  });

  it("keeps what was compiled for the next start, and replaces what V8 refuses", async () => {
    const caches = await mkdtemp(join(folder, "caches-"));
    const help = () =>
      run(process.execPath, [join(folder, "bin/tenon.mjs"), "--version"], { env: { XDG_CACHE_HOME: caches } });
    const first = await help();
    const [build = ""] = await readdir(join(caches, "tenon/compiled"));
    const kept = join(caches, "tenon/compiled", build, "main.js");
    const { ino } = await stat(kept);
    expect((await help()).stdout).toBe(first.stdout);
    expect((await stat(kept)).ino).toBe(ino);
    await writeFile(kept, "not what V8 has written");
    expect((await help()).stdout).toBe(first.stdout);
    expect((await stat(kept)).size).toBeGreaterThan(1_000);
  });

  it("ignores and replaces what it kept when bytes of it have changed", async () => {
    const caches = await mkdtemp(join(folder, "caches-"));
    const help = () =>
      run(process.execPath, [join(folder, "bin/tenon.mjs"), "--version"], { env: { XDG_CACHE_HOME: caches } });
    const first = await help();
    const [build = ""] = await readdir(join(caches, "tenon/compiled"));
    const kept = join(caches, "tenon/compiled", build, "main.js");
    const whole = await readFile(kept);
    // Half a page in each half of the file; behind the header, which is all that V8 looks at.
    for (const at of [0.2, 0.7].map((share) => Math.floor(whole.length * share))) {
      await writeFile(kept, Buffer.from(whole).fill(0x5a, at, at + 2_048));
      expect(await help()).toMatchObject({ stdout: first.stdout, stderr: "" });
      expect((await readFile(kept)).includes(Buffer.alloc(1_024, 0x5a))).toBe(false);
    }
    await writeFile(kept, whole.subarray(0, 4_001));
    expect((await help()).stdout).toBe(first.stdout);
  });

  it("removes what it kept of a version that is no longer used, and nothing else", async () => {
    const caches = await mkdtemp(join(folder, "caches-"));
    const compiled = join(caches, "tenon/compiled");
    const old = ["v26.0.0-x64-0123456789abcdef", "v26.0.0-x64-01234567-1000"];
    for (const name of old) {
      await mkdir(join(compiled, name), { recursive: true });
      await utimes(join(compiled, name), 0, 0);
    }
    await run(process.execPath, [join(folder, "bin/tenon.mjs"), "--version"], { env: { XDG_CACHE_HOME: caches } });
    const left = await readdir(compiled);
    expect(left).toHaveLength(2);
    expect(left).toContain(old[1]);
  });

  it("starts where nothing can be kept", async () => {
    const file = join(folder, "package.json");
    const { stdout } = await run(process.execPath, [join(folder, "bin/tenon.mjs"), "--version"], {
      env: { XDG_CACHE_HOME: file },
    });
    expect(stdout).toMatch(/^\d/);
  });

  /** A file of the bundle and all that it imports before it runs. */
  async function closure(file: string): Promise<string[]> {
    const source = await readFile(join(folder, "dist", file), "utf8");
    const files = await Promise.all(importedBy(source).map(closure));
    return [file, ...files.flat()];
  }

  function importedBy(source: string): readonly string[] {
    const required = [...source.matchAll(/(?<!=>)require\("\.\/([^"]+)"\)/g)].map((match) => match[1] ?? "");
    return required.filter((file) => file !== "main.js");
  }
});
