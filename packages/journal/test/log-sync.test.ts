import { setImmediate } from "node:timers/promises";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { createDatabase, type WriteOptions } from "../src/sqlite/database.ts";
import { openDatabase } from "../src/sqlite/open-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("committing to a journal's file", () => {
  it("acknowledges a commit when its log has been synced, and not before", async () => {
    await using database = await setUp();
    let isAcknowledged = false;
    const written = database.insert().then(() => void (isAcknowledged = true));
    await database.syncStarted(1);
    expect(database.count()).toBe(1);
    expect(isAcknowledged).toBe(false);
    database.syncs[0]?.resolve();
    await written;
    expect(isAcknowledged).toBe(true);
  });

  it("syncs commits that were made during a sync once, after it", async () => {
    await using database = await setUp();
    const first = database.insert();
    await database.syncStarted(1);
    const others = [database.insert(), database.insert()];
    database.syncs[0]?.resolve();
    await first;
    await database.syncStarted(2);
    database.syncs[1]?.resolve();
    await Promise.all(others);
    expect(database.syncs).toHaveLength(2);
  });

  it("acknowledges nothing after a sync has failed, until the file is opened again", async () => {
    await using database = await setUp();
    const first = database.insert();
    await database.syncStarted(1);
    database.syncs[0]?.reject(Object.assign(new Error("write failed"), { code: "EIO" }));
    await expect(first).rejects.toMatchObject({ code: "file_failed" });
    await expect(database.insert()).rejects.toMatchObject({ code: "file_failed" });
    expect(database.syncs).toHaveLength(1);
  });

  it("reports a disk that turns out to be full during the sync", async () => {
    await using database = await setUp();
    const first = database.insert();
    await database.syncStarted(1);
    database.syncs[0]?.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    await expect(first).rejects.toMatchObject({ code: "disk_full" });
  });

  it("syncs nothing for a commit that need not be on the disk yet", async () => {
    await using database = await setUp();
    await database.insert({ isSynced: false });
    expect(database.syncs).toHaveLength(0);
  });

  it("acknowledges a commit that does not wait for the disk while it is synced, and none after that has failed", async () => {
    await using database = await setUp();
    const insert = () => database.insert({ waitsForDisk: false });
    await insert();
    await insert();
    await database.syncStarted(1);
    expect(database.syncs).toHaveLength(1);
    database.syncs[0]?.reject(Object.assign(new Error("write failed"), { code: "EIO" }));
    await setImmediate();
    await expect(insert()).rejects.toMatchObject({ code: "file_failed" });
  });

  it("syncs once for the commits of some milliseconds that do not wait for the disk", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await using database = await setUp();
    for (let commit = 0; commit < 3; commit += 1) await database.insert({ waitsForDisk: false });
    expect(database.syncs).toHaveLength(0);
    vi.runAllTimers();
    expect(database.syncs).toHaveLength(1);
  });

  it("syncs a commit that did not wait for the disk when it is closed before", async () => {
    await using database = await setUp();
    await database.insert({ waitsForDisk: false });
    database.close();
    expect(database.syncs).toHaveLength(1);
    database.syncs[0]?.resolve();
  });

  it("completes a sync under way when it is closed", async () => {
    await using database = await setUp();
    const written = database.insert();
    await database.syncStarted(1);
    database.close();
    database.syncs[0]?.resolve();
    await written;
  });

  async function setUp() {
    const folder = await temporaryFolder();
    const connection = await openDatabase({ file: folder.file });
    const syncs: PromiseWithResolvers<void>[] = [];
    const started = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const database = createDatabase({
      file: folder.file,
      connection,
      onFailure() {},
      sync() {
        const sync = Promise.withResolvers<void>();
        syncs.push(sync);
        started[syncs.length - 1]?.resolve();
        return sync.promise;
      },
    });
    connection.exec("CREATE TABLE things (name TEXT)");
    return {
      syncs,
      syncStarted: (number: number) => started[number - 1]?.promise,
      insert: (options?: WriteOptions) =>
        database.write(() => connection.exec("INSERT INTO things VALUES ('a')"), options),
      count: () => connection.prepare("SELECT count(*) AS n FROM things").get()?.["n"],
      close: () => database.close(),
      async [Symbol.asyncDispose]() {
        database.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  }
});
