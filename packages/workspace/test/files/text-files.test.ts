import { mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { openTextFiles } from "@tenon/workspace";
import { describe, expect, it } from "vitest";

const signal = new AbortController().signal;

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-workspace-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

describe("text files", () => {
  it("gives line endings plain, or as they are", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "a.txt");
    await writeFile(file, "one\r\ntwo\n");
    const files = openTextFiles();
    expect(await files.read(file, { signal })).toBe("one\ntwo\n");
    expect(await files.read(file, { signal, keepEndings: true })).toBe("one\r\ntwo\n");
  });

  it("reads the first bytes of any file, however large it is", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "a.bin");
    await writeFile(file, Buffer.from([1, 2, 0, 4]));
    const files = openTextFiles({ maxBytes: 2 });
    expect(await files.readStart(file, { signal, bytes: 3 })).toEqual({ bytes: Buffer.from([1, 2, 0]), size: 4 });
    expect(await files.readStart(file, { signal, bytes: 9 })).toEqual({ bytes: Buffer.from([1, 2, 0, 4]), size: 4 });
    const missing = files.readStart(`${file}.txt`, { signal, bytes: 1 });
    await expect(missing).rejects.toMatchObject({ name: "WorkspaceError", code: "not_found" });
    await expect(files.read(file, { signal })).rejects.toMatchObject({ code: "refused" });
  });

  it("makes the folders that a file needs, and not the file", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "a/b/c.txt");
    const files = openTextFiles();
    await files.makeFolderOf(file, { signal });
    await files.makeFolderOf(file, { signal });
    expect((await stat(join(folder.path, "a/b"))).isDirectory()).toBe(true);
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
  });

  it("removes what a killed write left in the folder, once it is old, and nothing else", async () => {
    await using folder = await temporaryFolder();
    const others = [".tenon-fresh.tmp", ".tenon-0123456789ab.txt", "tenon-0123456789ab.tmp"];
    const abandoned = [".tenon-0123456789ab.tmp", ".tenon-ba9876543210.tmp"];
    for (const name of [...others, ...abandoned]) {
      await writeFile(join(folder.path, name), "x");
      await utimes(join(folder.path, name), 0, 0);
    }
    await writeFile(join(folder.path, ".tenon-aaaaaaaaaaaa.tmp"), "being written");
    await openTextFiles().write(join(folder.path, "a.txt"), "x", { signal });
    const left = ["a.txt", ".tenon-aaaaaaaaaaaa.tmp", ...others];
    expect((await readdir(folder.path)).toSorted()).toEqual(left.toSorted());
  });

  it("[H1] reports a folder that vanishes while a file is written to it", async () => {
    await using folder = await temporaryFolder();
    const files = openTextFiles();
    await using _remover = startRemover(join(folder.path, "dist"));
    let failures = 0;
    // A rejection that was not handled in time would fail this file as a whole.
    for (let round = 0; failures < 20; round += 1) {
      const target = join(folder.path, `dist/a${round}/b/c.txt`);
      const error = await files.write(target, "text", { signal }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (error === undefined) continue;
      failures += 1;
      expect(error).toMatchObject({ name: "WorkspaceError", code: "system_error" });
      expect(error).toHaveProperty("message", expect.stringContaining("was removed during the write"));
    }
  });
});

/** Removes a folder again and again, from a thread of its own. */
function startRemover(path: string): AsyncDisposable {
  const source = `const { rmSync } = require("node:fs");
    const { workerData: path } = require("node:worker_threads");
    setInterval(() => {
      for (let turn = 0; turn < 100; turn += 1) {
        try { rmSync(path, { recursive: true, force: true }); } catch {}
      }
    });`;
  const worker = new Worker(source, { eval: true, workerData: path });
  return { [Symbol.asyncDispose]: async () => void (await worker.terminate()) };
}
