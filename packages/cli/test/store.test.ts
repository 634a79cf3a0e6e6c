import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { spawnedClient } from "@tenon/testkit/acp";
import { createTestDatabase } from "@tenon/testkit/postgres";
import { describe, expect, it } from "vitest";

import { journalFolder, oneTurn } from "./journal-folder.ts";
import { openHome } from "./run/run-agent.ts";
import { noConfiguration, tenon } from "./tenon.ts";

describe("tenon with sessions in Postgres", () => {
  it("takes the store from a flag, a file or a variable, and copies sessions there and back without loss", async () => {
    await using database = await createTestDatabase();
    await using here = await journalFolder();
    await using back = await journalFolder();
    await here.record({ title: "Notes" }, oneTurn);
    const store = join(here.folder, "store");
    await writeFile(store, `${database.url}\n`);
    await here.log("export", "--all", "--output", "there.jsonl");
    expect(await here.log("import", "there.jsonl", "--store", store)).toMatchObject({ code: 0, stderr: "" });
    here.environment["TENON_STORE"] = database.url;
    const shown = await here.log("show", "last");
    await here.log("export", "--all", "--output", "back.jsonl");
    expect(await back.log("import", join(here.folder, "back.jsonl"))).toMatchObject({ code: 0, stderr: "" });
    delete here.environment["TENON_STORE"];
    expect(await back.log("show", "last")).toEqual(shown);
    expect(shown).toEqual(await here.log("show", "last"));
    const records = async (log: typeof here.log, ...words: string[]) =>
      (await log("show", "last", "--raw", ...words)).stdout.trimEnd().split("\n").slice(0, oneTurn.length);
    expect(await records(here.log, "--store", store)).toEqual(await records(here.log));
    expect(await records(back.log)).toEqual(await records(here.log));
  });

  it("is one for `tenon run`, `tenon agent` and `tenon log`", async () => {
    await using database = await createTestDatabase();
    await using home = await openHome();
    const store = join(home.folder, "store");
    await writeFile(store, database.url);
    const own = ["--model", "rehearsal", "--store", store];
    expect(await home.tenon("run", ...own, "Hello")).toMatchObject({ code: 0 });
    const env = { ...noConfiguration, TENON_DATA: join(home.folder, "agent") };
    await using client = await spawnedClient({ command: process.execPath, args: [tenon, "agent", ...own], env });
    await client.initialize();
    const { sessions } = await client.request("session/list", { cwd: home.project });
    expect(sessions).toMatchObject([{ title: "Hello" }]);
    const { sessionId } = await client.newSession({ cwd: home.project });
    await client.prompt(sessionId, "Hello again");
    const ran = await home.tenon("run", ...own, "--continue", sessionId, "And more");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("open for writing") });
    await client.end();
    await client.exited;
    expect(await home.tenon("run", ...own, "--continue", sessionId, "And more")).toMatchObject({ code: 0 });
    const shown = await home.tenon("log", "show", sessionId, "--store", store);
    expect(shown.stdout).toMatch(/Hello again[^]*And more/);
    // Nothing of it is in a file of this machine.
    expect((await home.tenon("log", "list")).stdout).not.toContain("Hello");
  });

  it("takes no password on the command line, where other users can read it", async () => {
    await using here = await journalFolder();
    const { code, stderr } = await here.log("list", "--store", "postgres://me:hunter2@127.0.0.1:1/db");
    expect(code).toBe(2);
    expect(stderr).toContain("PGPASSWORD");
    expect(stderr).not.toContain("hunter2");
  });

  it("says why a store cannot be used, without its password", async () => {
    await using here = await journalFolder();
    here.environment["TENON_STORE"] = "postgres://me:hunter2@127.0.0.1:1/db";
    const { code, stderr } = await here.log("list");
    expect(code).toBe(1);
    expect(stderr).toContain("Postgres cannot be reached");
    expect(stderr).toContain("postgres://me@127.0.0.1:1/db");
    expect(stderr).not.toContain("hunter2");
    expect((await here.log("list", "--store", "nothing-here")).code).toBe(2);
  });
});
