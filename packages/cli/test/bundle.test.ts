import { access, cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { allow, spawnedClient } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connected, hearsReceipts } from "./connected.ts";
import { installation, noConfiguration } from "./tenon.ts";

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
    const [, agent = ""] = /import\(["`]\.\/(agent-[^"`]+)["`]\)/.exec(main) ?? [];
    const loaded = [...(await closure("main.js")), ...(await closure(agent))];
    const sources = await Promise.all([...new Set(loaded)].map((file) => readFile(join(folder, "dist", file), "utf8")));
    expect(sources.join("")).toContain("session/prompt");
    expect(sources.join("")).not.toContain("server/discover");
    expect(loaded.length).toBeLessThan(files.length);
  });

  it("loads Postgres for a store there and for nothing else", async () => {
    const files = (await readdir(join(folder, "dist"))).filter((file) => file.endsWith(".js"));
    const sources = new Map<string, string>();
    for (const file of files) sources.set(file, await readFile(join(folder, "dist", file), "utf8"));
    const ofPostgres = files.filter((file) => /SCRAM-SHA-256|tenon_sessions/.test(sources.get(file) ?? ""));
    expect(ofPostgres).not.toEqual([]);
    for (const file of files.filter((other) => !ofPostgres.includes(other))) {
      for (const loaded of importedBy(sources.get(file) ?? "")) expect(ofPostgres).not.toContain(loaded);
    }
  });

  /** A file of the bundle and all that it imports before it runs. */
  async function closure(file: string): Promise<string[]> {
    const source = await readFile(join(folder, "dist", file), "utf8");
    const files = await Promise.all(importedBy(source).map(closure));
    return [file, ...files.flat()];
  }

  function importedBy(source: string): readonly string[] {
    const imported = [...source.matchAll(/\bfrom\s*"\.\/([^"]+)"|\bimport\s*"\.\/([^"]+)"/g)];
    return imported.map((match) => match[1] ?? match[2] ?? "");
  }
});
