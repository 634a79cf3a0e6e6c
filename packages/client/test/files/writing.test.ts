import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { filesOf, temporaryProject } from "./temporary-project.ts";

describe("writing a file", () => {
  it("[R97] creates it and the folders it is in, exactly as the agent wrote it", async () => {
    await using project = await temporaryProject();
    const { write } = filesOf(project);
    expect(await write("new/folder/a.txt", "one\r\ntwo")).toEqual({});
    expect(await project.bytes("new/folder/a.txt")).toEqual(Buffer.from("one\r\ntwo"));
    await write("b.txt", "");
    expect(await project.bytes("b.txt")).toHaveLength(0);
  });

  it("[L-01, L-03] keeps encoding, mark and line endings of what was there", async () => {
    await using project = await temporaryProject();
    const { read, write } = filesOf(project);
    const utf16 = (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le");
    const cases = [
      [Buffer.from("\u{feff}one\r\ntwo\r\n"), Buffer.from("\u{feff}ONE €\r\ntwo\r\n")],
      [utf16("one\ntwo\n"), utf16("ONE €\ntwo\n")],
      [utf16("one\r\ntwo\r\n").swap16(), utf16("ONE €\r\ntwo\r\n").swap16()],
      [Buffer.from("one\ntwo\r\n"), Buffer.from("ONE €\ntwo\r\n")],
    ] as const;
    for (const [before, after] of cases) {
      await project.put("a.txt", before);
      await write("a.txt", (await read("a.txt")).replace("one", "ONE €"));
      expect(await project.bytes("a.txt")).toEqual(after);
    }
  });

  it("[L-03] changes no other byte of a file in an older encoding, and refuses what that does not have", async () => {
    await using project = await temporaryProject();
    const { read, write } = filesOf(project);
    await project.put("a.txt", Buffer.from("café\r\none\r\n", "latin1"));
    await write("a.txt", (await read("a.txt")).replace("one", "naïve"));
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("café\r\nnaïve\r\n", "latin1"));
    await expect(write("a.txt", "caf€\n")).rejects.toMatchObject({ code: -32_602, message: /has no "€"/ });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("café\r\nnaïve\r\n", "latin1"));
  });

  it("keeps the mode", async () => {
    await using project = await temporaryProject();
    await chmod(await project.put("run.sh", "old"), 0o754);
    await filesOf(project).write("run.sh", "new");
    expect((await stat(`${project.root}/run.sh`)).mode & 0o777).toBe(0o754);
  });

  it("refuses a file that is marked as read-only", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may write to any file");
    await using project = await temporaryProject();
    await chmod(await project.put("a.txt", "old"), 0o444);
    await expect(filesOf(project).write("a.txt", "new")).rejects.toMatchObject({ code: -32_603, message: /EACCES/ });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("old"));
  });

  it("puts a whole new file in its place, and leaves nothing beside it", async () => {
    await using project = await temporaryProject();
    const before = await stat(await project.put("a.txt", "old"));
    const { write } = filesOf(project);
    await write("a.txt", "new");
    expect((await stat(`${project.root}/a.txt`)).ino).not.toBe(before.ino);
    await mkdir(`${project.root}/folder`);
    await expect(write("folder", "text")).rejects.toThrow(/a folder/);
    expect((await readdir(project.root)).toSorted()).toEqual(["a.txt", "folder"]);
  });

  it("[K-12] does not write through a hard link", async () => {
    await using project = await temporaryProject();
    await link(`${project.outside}/secret.txt`, `${project.root}/a.txt`);
    await filesOf(project).write("a.txt", "new");
    expect(await readFile(`${project.outside}/secret.txt`, "utf8")).toBe("secret");
  });

  it("through a link within the folders changes what it leads to, and keeps the link", async () => {
    await using project = await temporaryProject();
    await project.put("real/a.txt", "old\r\n");
    await symlink("real/a.txt", `${project.root}/link.txt`);
    await symlink("real/not-yet.txt", `${project.root}/dangling.txt`);
    const { write } = filesOf(project);
    await write("link.txt", "new\n");
    await write("dangling.txt", "made\n");
    expect(await project.bytes("real/a.txt")).toEqual(Buffer.from("new\r\n"));
    expect(await project.bytes("real/not-yet.txt")).toEqual(Buffer.from("made\n"));
    for (const name of ["link.txt", "dangling.txt"]) {
      expect((await lstat(`${project.root}/${name}`)).isSymbolicLink()).toBe(true);
    }
  });

  it("goes to the editor if it has the file open, and to the disk if not", async () => {
    await using project = await temporaryProject();
    await project.put("open.txt", "old");
    const written: string[] = [];
    const buffers = {
      read: () => undefined,
      write: async (path: string, content: string) => path.endsWith("/open.txt") && written.push(content) > 0,
    };
    const { write } = filesOf(project, { buffers });
    await write("open.txt", "new");
    await write("closed.txt", "new");
    expect(written).toEqual(["new"]);
    expect(await project.bytes("open.txt")).toEqual(Buffer.from("old"));
    expect(await project.bytes("closed.txt")).toEqual(Buffer.from("new"));
  });

  it("many times at once comes out as if one after the other, whatever name was used", async () => {
    await using project = await temporaryProject();
    await mkdir(`${project.root}/real`);
    await symlink("real", `${project.root}/link`);
    const { write } = filesOf(project);
    const texts = Array.from({ length: 30 }, (_, index) => `${index}\n`.repeat(1_000));
    await Promise.all(texts.map((text, index) => write(index % 2 ? "link/new/a.txt" : "real/new/a.txt", text)));
    const written = (await project.bytes("real/new/a.txt")).toString();
    expect(texts).toContain(written);
    expect(await readdir(`${project.root}/real/new`)).toEqual(["a.txt"]);
  });
});
