import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fileTrustStore, type StoreWarning } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const content = '{ "mcpServers": { "a": { "command": "npx" } } }';
const now = () => new Date("2026-08-01T12:00:00Z");

async function openStore() {
  const folder = await temporaryFolder();
  const warnings: StoreWarning[] = [];
  const project = join(folder.path, "project");
  await mkdir(project);
  const path = join(folder.path, "trust");
  const open = () => fileTrustStore({ folder: path, now, onWarning: (warning) => warnings.push(warning) });
  const store = open();
  return { store, open, project, path, warnings, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("[K-02] trust", () => {
  it("is not there until it is given", async () => {
    await using opened = await openStore();
    expect(await opened.store.isTrusted(opened.project, content)).toBe(false);
    await opened.store.trust(opened.project, content);
    expect(await opened.store.isTrusted(opened.project, content)).toBe(true);
  });

  it("[K-10] ends with the smallest change of content, and is there again when the change is undone", async () => {
    await using opened = await openStore();
    await opened.store.trust(opened.project, content);
    expect(await opened.store.isTrusted(opened.project, content.replace("npx", "npx "))).toBe(false);
    expect(await opened.store.isTrusted(opened.project, `${content}\n`)).toBe(false);
    expect(await opened.store.isTrusted(opened.project, content)).toBe(true);
  });

  it("is for one folder, not for a neighbour or a child with the same file", async () => {
    await using opened = await openStore();
    const [neighbour, child] = [`${opened.project}-2`, join(opened.project, "child")];
    await mkdir(neighbour);
    await mkdir(child);
    await opened.store.trust(opened.project, content);
    expect(await opened.store.isTrusted(neighbour, content)).toBe(false);
    expect(await opened.store.isTrusted(child, content)).toBe(false);
  });

  it("[K-09] is for the real folder, whichever way leads there", async () => {
    await using opened = await openStore();
    await symlink(opened.project, `${opened.project}-link`);
    await opened.store.trust(`${opened.project}-link`, content);
    expect(await opened.store.isTrusted(`${opened.project}/.`, content)).toBe(true);
    expect((await opened.store.list()).map(({ folder }) => folder)).toEqual([opened.project]);
  });

  it("is not in a folder that is not there", async () => {
    await using opened = await openStore();
    expect(await opened.store.isTrusted(join(opened.project, "nowhere"), content)).toBe(false);
    await expect(opened.store.trust(join(opened.project, "nowhere"), content)).rejects.toThrow("ENOENT");
  });

  it("can be listed and withdrawn, also when the folder is gone", async () => {
    await using opened = await openStore();
    await opened.store.trust(opened.project, content);
    await opened.store.trust(opened.project, "other");
    expect(await opened.store.list()).toHaveLength(2);
    expect((await opened.store.list())[0]).toMatchObject({ folder: opened.project, trustedAt: now().toISOString() });
    await rm(opened.project, { recursive: true });
    expect(await opened.store.withdraw(opened.project)).toBe(2);
    expect(await opened.store.list()).toEqual([]);
    expect(await opened.store.withdraw(opened.project)).toBe(0);
  });
});

describe("trust in files", () => {
  it("is remembered after a restart", async () => {
    await using opened = await openStore();
    await opened.store.trust(opened.project, content);
    expect(await opened.open().isTrusted(opened.project, content)).toBe(true);
  });

  it("is not given by a file that cannot be read", async () => {
    await using opened = await openStore();
    await mkdir(opened.path);
    await writeFile(
      join(opened.path, `${"a".repeat(32)}.json`),
      JSON.stringify({ folder: opened.project, content: "x", trustedAt: "" }),
    );
    expect(await opened.store.isTrusted(opened.project, content)).toBe(false);
    expect(opened.warnings).toMatchObject([{ code: "corrupt" }]);
  });

  it("does not hold the content, which may have secrets in it", async () => {
    await using opened = await openStore();
    const record = await opened.store.trust(opened.project, "a-very-secret-thing");
    expect(JSON.stringify(record)).not.toContain("secret");
  });
});
