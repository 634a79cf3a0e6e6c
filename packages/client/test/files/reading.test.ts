import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { openFiles } from "../../src/files/open-files.ts";
import { filesOf, temporaryProject } from "./temporary-project.ts";

const INVALID_PARAMS = -32_602;
const NOT_FOUND = -32_002;

describe("reading a file", () => {
  it("[R96] gives its text, or the lines that were asked for", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "one\ntwo\nthree\n");
    const { read } = filesOf(project);
    expect(await read("a.txt")).toBe("one\ntwo\nthree\n");
    expect(await read("a.txt", { line: 2, limit: 1 })).toBe("two\n");
    expect(await read("a.txt", { line: 0, limit: 1 })).toBe("one\n");
  });

  it("[L-01] shows plain line endings, and no byte order mark", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "\u{feff}one\r\ntwo\r\n");
    expect(await filesOf(project).read("a.txt", { line: 1 })).toBe("one\ntwo\n");
  });

  it("[R96, L-04] prefers what the editor has open, also if there is no file yet", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "saved");
    const open = new Map([
      [`${project.root}/a.txt`, "one\r\nunsaved\r\n"],
      [`${project.root}/new.txt`, ""],
    ]);
    const { read } = filesOf(project, { buffers: { read: (path) => open.get(path), write: () => false } });
    expect(await read("a.txt", { line: 2 })).toBe("unsaved\n");
    expect(await read("new.txt")).toBe("");
  });
});

describe("what cannot be read is answered", () => {
  it("[R98, L-04] a missing file as not found", async () => {
    await using project = await temporaryProject();
    const { read } = filesOf(project);
    for (const path of ["no.txt", "no/such/folder.txt"]) {
      const answer = { code: NOT_FOUND, data: { path: `${project.root}/${path}` } };
      await expect(read(path)).rejects.toMatchObject(answer);
      await expect(read(path)).rejects.toThrow("ENOENT");
    }
  });

  it("[R95] a relative path as invalid", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "");
    const { signal } = new AbortController();
    const files = openFiles()(project.session);
    const answer = files.read({ sessionId: "s", path: "a.txt" }, { signal });
    await expect(answer).rejects.toMatchObject({ code: INVALID_PARAMS, message: expect.stringMatching(/absolute/) });
  });

  it("a folder, a path below a file, and a binary file", async () => {
    await using project = await temporaryProject();
    await mkdir(`${project.root}/folder`);
    await project.put("a.txt", "");
    await project.put("a.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]));
    const { read } = filesOf(project);
    for (const [path, reason] of [
      ["folder", /a folder/],
      [".", /a folder/],
      ["a.txt/b", /below a file/],
      ["a.png", /not a text file/],
    ] as const) {
      await expect(read(path)).rejects.toMatchObject({
        code: INVALID_PARAMS,
        message: expect.stringMatching(reason),
      });
    }
  });

  it("[K-12] a pipe and a device, at once", async () => {
    await using project = await temporaryProject();
    await promisify(execFile)("mkfifo", [`${project.root}/pipe`]);
    await expect(filesOf(project).read("pipe")).rejects.toThrow(/a pipe/);
    const devices = { root: "/dev", session: { id: "s", cwd: "/dev", roots: ["/dev"] } };
    await expect(filesOf(devices).read("/dev/zero")).rejects.toThrow(/a device/);
  });

  it("[K-12] a file that is too large, with its size", async () => {
    await using project = await temporaryProject();
    await project.put("a.txt", "12345");
    const { read } = filesOf(project, { maxBytes: 4 });
    await expect(read("a.txt")).rejects.toMatchObject({ code: INVALID_PARAMS, message: /5 bytes.*the most is 4/ });
  });

  it("a request that was cancelled as cancelled", async () => {
    await using project = await temporaryProject();
    const path = await project.put("a.txt", "text");
    const signal = AbortSignal.abort(new Error("enough"));
    const files = openFiles()(project.session);
    await expect(files.read({ sessionId: "s", path }, { signal })).rejects.toMatchObject({ code: -32_800 });
    await expect(files.write({ sessionId: "s", path, content: "" }, { signal })).rejects.toMatchObject({
      code: -32_800,
    });
    expect(await project.bytes("a.txt")).toEqual(Buffer.from("text"));
  });
});
