/** The files of a session's folder, as the journal keeps them and another machine has them. */

import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionFiles } from "@tenon/journal";
import { expect, it } from "vitest";

import type { HistoryRecord } from "../../src/history/history.ts";
import { keptResults } from "../../src/session/stored/kept-results.ts";
import { createStoredFiles } from "../../src/session/stored/stored-files.ts";

const WHOLE = "all of it ".repeat(1_000);

it("a file that was half written when the process was killed is whole again, here and in the store", async () => {
  await using folder = await temporaryFolder();
  const files = filesInMemory({ "results/dump.txt": WHOLE });
  const path = join(folder.path, "results", "dump.txt");
  await mkdir(join(folder.path, "results"));
  await writeFile(path, WHOLE.slice(0, 100));
  const stored = createStoredFiles(files);
  await stored.restore("s", folder.path);
  expect(await readFile(path, "utf8")).toBe(WHOLE);
  await stored.save("s", folder.path);
  expect(String(await files.get("s", "results/dump.txt"))).toBe(WHOLE);
});

it("a file that has grown here is not taken back to what is stored of it", async () => {
  await using folder = await temporaryFolder();
  const files = filesInMemory({ "results/dump.txt": WHOLE });
  const path = join(folder.path, "results", "dump.txt");
  await mkdir(join(folder.path, "results"));
  await writeFile(path, `${WHOLE}and more`);
  const stored = createStoredFiles(files);
  await stored.restore("s", folder.path);
  expect((await stat(path)).size).toBe(WHOLE.length + "and more".length);
  await stored.save("s", folder.path);
  expect(String(await files.get("s", "results/dump.txt"))).toBe(`${WHOLE}and more`);
});

it.each([
  "/home/else/.local/share/tenon/results",
  "/Users/some one/Library/Application Support/tenon/results",
  String.raw`C:\Users\me\AppData\tenon\results`,
])("a history from a machine that keeps results in another folder names them where they are here: %s", async (base) => {
  await using folder = await temporaryFolder();
  const here = join(folder.path, "tenon-s");
  await mkdir(join(here, "results"), { recursive: true });
  await writeFile(join(here, "results", "dump.txt"), WHOLE);
  const slash = base.startsWith("/") ? "/" : "\\";
  const there = [base, "tenon-other", "results", "dump.txt"].join(slash);
  const text = (path: string) => `It was put in /tmp or so.\n(All of it is in ${path}. Its first lines are in /tmp/x.)`;
  const { history } = await keptResults(folder.path).relocated("s", { history: [result(text(there))] });
  expect(history).toEqual([result(text(join(here, "results", "dump.txt")))]);
});

function result(text: string): HistoryRecord {
  const parts = [{ type: "text" as const, text }];
  return {
    type: "history",
    message: { role: "tool", results: [{ toolCallId: "1", name: "dump", parts, isError: false }] },
  };
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "stored-files-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function filesInMemory(given: Readonly<Record<string, string>>): SessionFiles {
  const contents = new Map<string, Uint8Array>(Object.entries(given).map(([name, text]) => [name, Buffer.from(text)]));
  return {
    put: async (_, name, content) => void contents.set(name, content),
    names: async () => [...contents.keys()],
    get: async (_, name) => contents.get(name),
  };
}
