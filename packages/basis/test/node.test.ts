import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import {
  isEqualSecret,
  isRunning,
  isSameProcess,
  processStart,
  readPrivateFile,
  readProcessStat,
  writePrivateFile,
} from "../src/node/index.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "tenon-basis-"))));
afterAll(() => rm(folder, { recursive: true }));

it("writes a file for its owner alone, and leaves nothing beside it", async () => {
  const file = join(folder, "secret");
  await writePrivateFile(file, "one");
  await writePrivateFile(file, "two");
  expect(await readPrivateFile(file)).toEqual({ text: "two", isPrivate: true });
  expect((await stat(file)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(await readdir(folder)).toEqual(["secret"]);
});

it("removes what a killed write of the same file left, once it is old", async () => {
  const nested = await mkdtemp(join(folder, "abandoned-"));
  const id = "0a1b2c3d-0000-4000-8000-0123456789ab";
  const names = [`a.json.${id}.tmp`, `b.json.${id}.tmp`, "a.json.tmp"];
  for (const name of names) await writeFile(join(nested, name), "x");
  await writePrivateFile(join(nested, "a.json"), "{}");
  expect((await readdir(nested)).toSorted()).toEqual(["a.json", ...names].toSorted());
  for (const name of names) await utimes(join(nested, name), 0, 0);
  await writePrivateFile(join(nested, "a.json"), "{}");
  expect((await readdir(nested)).toSorted()).toEqual(["a.json", "a.json.tmp", `b.json.${id}.tmp`]);
});

it.skipIf(process.platform === "win32")("makes the folder of a file, for the user alone", async () => {
  await writePrivateFile(join(folder, "new", "file"), "x");
  expect((await stat(join(folder, "new"))).mode & 0o777).toBe(0o700);
});

it("leaves nothing behind when it cannot write", async () => {
  await writePrivateFile(join(folder, "file"), "x");
  await expect(writePrivateFile(join(folder, "file", "below"), "y")).rejects.toMatchObject({ code: "EEXIST" });
  await expect(readPrivateFile(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
});

it.skipIf(process.platform === "win32")("sees that others may write to a file", async () => {
  const file = join(folder, "open");
  await writePrivateFile(file, "x");
  await chmod(file, 0o666);
  expect(await readPrivateFile(file)).toEqual({ text: "x", isPrivate: false });
});

it("knows whether a process runs, and when it started", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(isRunning(pid)).toBe(true);
  expect(readProcessStat(pid)?.parentPid).toBe(process.platform === "linux" ? process.pid : undefined);
  child.stdin.end();
  await once(child, "exit");
  expect(isRunning(pid)).toBe(false);
  expect(readProcessStat(pid)).toBeUndefined();
});

it("knows a process by its pid and its start, because pids are reused", async () => {
  const startedAt = await processStart(process.pid);
  const seen = { pid: process.pid, ...(startedAt !== undefined && { startedAt }) };
  expect(await isSameProcess(seen)).toBe(true);
  // Windows does not say when a process started.
  expect(await isSameProcess({ ...seen, startedAt: "another" })).toBe(startedAt === undefined);
});

it("compares secrets by their bytes: as many characters may be more bytes", () => {
  expect([isEqualSecret("abc", "abc"), isEqualSecret("abd", "abc"), isEqualSecret("äbc", "abc")]).toEqual([
    true,
    false,
    false,
  ]);
});
