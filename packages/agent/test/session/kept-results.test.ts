import { access, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { resultFiles } from "@tenon/agent";
import { type Journal, openMemoryJournal, type OutsideFiles } from "@tenon/journal";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { calls } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { createTestDatabase } from "@tenon/testkit/postgres";
import { describe, expect, it } from "vitest";

import { connectAgent, stdio } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe.skipIf(process.platform === "win32")("results that are too large for the model", () => {
  it.each([
    ["on this machine", async () => openMemoryJournal()],
    ["in the store, where sessions go to other machines", openShared],
  ])(
    "[Q-02] [Q-08] can be read as long as their session is kept, %s, and without a question",
    async (_, openJournal) => {
      await using folder = await temporaryFolder();
      const text = "all of it ".repeat(50_000);
      const call = [{ type: "result", result: { content: [{ type: "text", text }] } }] as const;
      await using server = await stdioServer({ tools: [{ name: "dump", call }] });
      const model = scriptedModel([
        { calls: [{ name: "mcp__s__dump" }, { name: "run_command", args: { line: "seq 1 100000" } }] },
        { text: "Done." },
        ({ messages }) => ({ calls: pathsIn(messages).map((path) => ({ name: "read_file", args: { path } })) }),
      ]);
      await using journal = await openJournal();
      const cwd = join(folder.path, "project");
      await mkdir(cwd);
      // The folder is named by a link, as in /tmp on some systems.
      await symlink(folder.path, join(folder.path, "link"));
      const services = {
        openJournal: async () => ({ ...journal, close: async () => {} }),
        resultsFolder: join(folder.path, "link", "results"),
      };
      const sessionId = await (async () => {
        await using client = await connectAgent({ model, services });
        const sessionId = await client.open({ s: server }, cwd);
        await client.prompt(sessionId, "dump");
        await client.request("session/close", { sessionId });
        return sessionId;
      })();
      // The next machine has nothing of it on its disk.
      expect(await readdir(services.resultsFolder)).toHaveLength(journal.files ? 0 : 1);
      await using client = await connectAgent({ model, services });
      await client.request("session/load", { sessionId, cwd, mcpServers: [stdio("s", server)] });
      await client.prompt(sessionId, "read it");
      const read = JSON.stringify(model.requests.at(-1)?.messages.at(-1));
      expect(read.match(/"isError":false/g)).toHaveLength(2);
      expect(read).toContain("all of it all of it");
      // The first agent asked before it ran them; reading their results needs no permission.
      expect(client.transcript.entries.filter(calls("session/request_permission"))).toEqual([]);
      await client.request("session/delete", { sessionId });
      await expect(readdir(services.resultsFolder)).resolves.toEqual([]);
    },
  );

  it.each([
    ["on this machine", async (files: OutsideFiles) => openMemoryJournal({ files }), false],
    ["in the store", openShared, true],
  ])("[Q-08] can be read in a fork when their session was deleted, %s", async (_, openJournal, isStored) => {
    await using folder = await temporaryFolder();
    const call = [
      { type: "result", result: { content: [{ type: "text", text: "all of it ".repeat(50_000) }] } },
    ] as const;
    await using server = await stdioServer({ tools: [{ name: "dump", call }] });
    const model = scriptedModel([
      { calls: [{ name: "mcp__s__dump" }] },
      { text: "Done." },
      ({ messages }) => ({ calls: pathsIn(messages).map((path) => ({ name: "read_file", args: { path } })) }),
    ]);
    const resultsFolder = join(folder.path, "results");
    await using journal = await openJournal(resultFiles(resultsFolder));
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }), resultsFolder };
    await using client = await connectAgent({ model, services });
    const sessionId = await client.open({ s: server }, folder.path);
    await client.prompt(sessionId, "dump");
    await client.request("session/close", { sessionId });
    const lines = await Array.fromAsync(journal.export(sessionId));
    await journal.fork(sessionId, { newId: "fork" });
    await client.request("session/delete", { sessionId });
    expect(await readdir(resultsFolder)).toHaveLength(isStored ? 0 : 1);
    const mcpServers = [stdio("s", server)];
    await client.request("session/load", { sessionId: "fork", cwd: folder.path, mcpServers });
    await client.prompt("fork", "read it");
    const read = () => JSON.stringify(model.requests.at(-1)?.messages.at(-1));
    expect(read()).toContain("all of it all of it");
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(1);
    // And it is in what was exported before.
    await journal.import(lines);
    expect(lines.at(-1)).toContain('{"file":"results/');
    expect((await Array.fromAsync(journal.export(sessionId))).at(-1)).toBe(lines.at(-1));
  });

  it("are gone with a session that is not kept", async () => {
    const model = scriptedModel([{ calls: [{ name: "run_command", args: { line: "seq 1 100000" } }] }]);
    await using client = await connectAgent({ model });
    const sessionId = await client.open({}, tmpdir());
    await client.prompt(sessionId, "count");
    const [path = ""] = pathsIn(model.requests.at(-1)?.messages);
    await access(path);
    await client.request("session/close", { sessionId });
    await expect(access(path)).rejects.toThrow("ENOENT");
  });
});

async function openShared(): Promise<Journal> {
  const database = await createTestDatabase();
  return await openPostgresJournal(database);
}

/** The files that results say they are in. */
function pathsIn(messages: unknown): readonly string[] {
  return [...JSON.stringify(messages).matchAll(/\/[\w./-]*tenon-[\w./-]+\.\w+/g)].map(([path]) => path);
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "kept-results-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
