import { readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { processStart } from "@tenon/basis/node";

import { acquireLock } from "../../src/sign-in/store/lock-file.ts";
import { startChildProgram } from "./fixtures/child-program.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("a lock among processes", () => {
  it("says who holds it, and is gone when it is released", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    {
      await using _lock = await acquireLock(path);
      const owner: unknown = JSON.parse(await readFile(path, "utf8"));
      expect(owner).toMatchObject({ pid: process.pid, host: hostname(), startedAt: await processStart(process.pid) });
    }
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("is not taken from a process that runs, however long one waits", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    await using holder = startChildProgram("lock-holder.ts", [path]);
    await holder.line();
    const controller = new AbortController();
    const waiting = acquireLock(path, { signal: controller.signal });
    // Each look leaves the claim of the one who waits beside the lock.
    while ((await readdir(folder.path)).length < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(waiting).rejects.toThrow();
    expect(await readdir(folder.path)).toEqual(["lock"]);
  });

  it("[R-01] is taken over from a process that was killed", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    await using holder = startChildProgram("lock-holder.ts", [path]);
    await holder.line();
    const waiting = acquireLock(path);
    await holder.kill();
    await using _lock = await waiting;
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
  });

  it.skipIf(process.platform === "win32")(
    "is taken over if its owner's pid now belongs to another process",
    async () => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, "lock");
      const owner = { id: "00000000-0000-4000-8000-000000000000", pid: process.pid, startedAt: "1", host: hostname() };
      await writeFile(path, JSON.stringify(owner));
      await using _lock = await acquireLock(path);
      expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ startedAt: await processStart(process.pid) });
    },
  );

  it("lets in one process at a time, also while all of them find a dead one's lock", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "lock");
    const file = join(folder.path, "count");
    await writeFile(file, "0");
    {
      await using holder = startChildProgram("lock-holder.ts", [path]);
      await holder.line();
    }
    await using processes = new AsyncDisposableStack();
    const counting = Array.from({ length: 4 }, () =>
      processes.use(startChildProgram("counting-process.ts", [path, file, "25"])),
    );
    await Promise.all(counting.map((child) => child.line()));
    expect(await readFile(file, "utf8")).toBe("100");
    expect(await readdir(folder.path)).toEqual(["count"]);
  });
});
