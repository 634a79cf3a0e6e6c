import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { createSpillFolder } from "../../src/call/result/spill-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "tenon-spill-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const call = { tool: "read/file..", call: "call 1" };

describe("the folder for large results", () => {
  it("keeps text and bytes in files that are named after the call and that only the user can read", async () => {
    await using parent = await temporaryFolder();
    const path = join(parent.path, "session");
    await using folder = createSpillFolder(path);
    const keep = folder.keepFor(call);
    const text = await keep({ texts: ["grüße", "😀"], extension: "txt" });
    const bytes = await keep({ base64: Buffer.from([0, 255, 1]).toString("base64"), extension: "bin" });
    expect(text).toEqual({ path: join(path, "read_file_-call_1.txt"), bytes: 12 });
    expect(bytes).toEqual({ path: join(path, "read_file_-call_1.bin"), bytes: 3 });
    expect(await readFile(text.path, "utf8")).toBe("grüße\n😀");
    expect([...(await readFile(bytes.path))]).toEqual([0, 255, 1]);
    if (process.platform === "win32") return;
    expect((await stat(text.path)).mode & 0o777).toBe(0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it("writes a text of many pieces as it is, also where a piece would end within a code point", async () => {
    await using parent = await temporaryFolder();
    await using folder = createSpillFolder(parent.path);
    const text = `x${"😀".repeat(2 ** 20)}`;
    const { path, bytes } = await folder.keepFor(call)({ texts: [text], extension: "txt" });
    expect(bytes).toBe(2 ** 22 + 1);
    expect((await readFile(path, "utf8")) === text).toBe(true);
  });

  it("writes many texts one below the other, short ones and long ones", async () => {
    await using parent = await temporaryFolder();
    await using folder = createSpillFolder(parent.path);
    const texts = Array.from({ length: 10_000 }, (_, index) =>
      index % 1_000 === 0 ? "ж".repeat(300_000) : `😀${index}`,
    );
    const { path } = await folder.keepFor(call)({ texts, extension: "txt" });
    expect((await readFile(path, "utf8")) === texts.join("\n")).toBe(true);
  });

  it("overwrites nothing, and follows no link", async () => {
    await using parent = await temporaryFolder();
    const target = join(parent.path, "precious");
    await writeFile(target, "precious");
    const path = join(parent.path, "session");
    await mkdir(path);
    if (process.platform !== "win32") await symlink(target, join(path, "t-c.txt"));
    await using folder = createSpillFolder(path);
    const keep = folder.keepFor({ tool: "t", call: "c" });
    const kept = await Promise.all(["1", "2", "3"].map((text) => keep({ texts: [text], extension: "txt" })));
    expect(await Promise.all(kept.map(({ path }) => readFile(path, "utf8")))).toEqual(["1", "2", "3"]);
    expect(await readFile(target, "utf8")).toBe("precious");
  });

  it("does not leave the folder, whatever the tool is called", async () => {
    await using parent = await temporaryFolder();
    await using folder = createSpillFolder(parent.path);
    for (const tool of ["../../x", "/etc/passwd", "..", "", "x".repeat(5_000), "a\0b", "CON"]) {
      const { path } = await folder.keepFor({ tool, call: "../1" })({ texts: ["x"], extension: "txt" });
      expect(join(path, "..")).toBe(parent.path);
    }
  });

  it("deletes what it made when it is closed, once, and after what is being written", async () => {
    await using parent = await temporaryFolder();
    const path = join(parent.path, "a", "b");
    const folder = createSpillFolder(path);
    const keep = folder.keepFor(call);
    await keep({ texts: ["x"], extension: "txt" });
    const writing = keep({ texts: ["x".repeat(2 ** 24)], extension: "txt" });
    await Promise.all([folder.close(), folder.close()]);
    expect(await writing).toHaveProperty("bytes", 2 ** 24);
    await expect(access(path)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(keep({ texts: ["x"], extension: "txt" })).rejects.toMatchObject({ code: "folder_closed" });
  });

  it("leaves alone what others have put there, and a folder that was there before", async () => {
    await using parent = await temporaryFolder();
    const [mine, theirs] = [join(parent.path, "mine"), join(parent.path, "theirs")];
    await mkdir(theirs);
    for (const path of [mine, theirs]) {
      const folder = createSpillFolder(path);
      await folder.keepFor(call)({ texts: ["x"], extension: "txt" });
      if (path === mine) await writeFile(join(path, "other"), "x");
      await folder.close();
    }
    expect(await readdir(mine)).toEqual(["other"]);
    expect(await readdir(theirs)).toEqual([]);
  });

  it("makes no folder when there is nothing to keep", async () => {
    await using parent = await temporaryFolder();
    await createSpillFolder(join(parent.path, "session")).close();
    expect(await readdir(parent.path)).toEqual([]);
  });

  it("takes no more than it may hold, and leaves no half of a file", async () => {
    await using parent = await temporaryFolder();
    await using folder = createSpillFolder(parent.path, { bytes: 2 ** 21 });
    const keep = folder.keepFor(call);
    await expect(keep({ texts: ["x".repeat(2 ** 22)], extension: "txt" })).rejects.toMatchObject({
      code: "folder_full",
      details: { bytes: 2 ** 21 },
    });
    expect(await readdir(parent.path)).toEqual([]);
    expect(await keep({ texts: ["x".repeat(2 ** 21)], extension: "txt" })).toHaveProperty("bytes", 2 ** 21);
  });

  it("says why it cannot keep something", async () => {
    await using parent = await temporaryFolder();
    const path = join(parent.path, "file");
    await writeFile(path, "x");
    await using folder = createSpillFolder(path);
    await expect(folder.keepFor(call)({ texts: ["x"], extension: "txt" })).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
