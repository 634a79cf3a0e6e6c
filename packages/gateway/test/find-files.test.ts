import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { findFiles } from "../src/sessions/find-files.ts";

it("finds files by a part of their path, the best match first, and nothing behind a link", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tenon-find-"));
  await using elsewhere = await mkdtempDisposable(join(tmpdir(), "tenon-find-"));
  await mkdir(join(folder.path, "retry/node_modules"), { recursive: true });
  await writeFile(join(elsewhere.path, "retry-secret.ts"), "");
  await symlink(elsewhere.path, join(folder.path, "link"));
  for (const path of ["retry.ts", "retry/delay.ts", "no-retry.ts", "other.ts", "retry/node_modules/retry.js"]) {
    await writeFile(join(folder.path, path), "");
  }
  const names = async (query: string) => (await findFiles([folder.path], query)).map(({ name }) => name);
  expect(await names("RETRY")).toEqual(["retry.ts", "no-retry.ts", "retry/delay.ts"]);
  expect(await names("nothing")).toEqual([]);
  expect(await findFiles([join(folder.path, "missing")], "")).toEqual([]);
});
