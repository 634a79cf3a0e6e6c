import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import {
  fileGrantStore,
  type Grant,
  type GrantStore,
  grantTarget,
  makeGrant,
  memoryGrantStore,
  type StoreWarning,
  type Subject,
} from "../../src/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

function grantOf(tool: string, verdict: Grant["verdict"] = "allow"): Grant {
  const subject: Subject = { type: "tool-call", server: "s", tool };
  const target = grantTarget(subject, { definition: { name: tool, description: "", inputSchema: {} }, serverKey: "k" });
  const scope = { type: "project", folder: "/ws" } as const;
  return makeGrant({ target: target!, verdict, scope, lifetime: "always", now: new Date(0) });
}

async function openFileStore() {
  const folder = await temporaryFolder();
  const warnings: StoreWarning[] = [];
  const path = join(folder.path, "grants");
  const open = () => fileGrantStore({ folder: path, onWarning: (warning) => warnings.push(warning) });
  return { path, open, store: open(), warnings, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const stores: Record<string, () => Promise<AsyncDisposable & { readonly store: GrantStore }>> = {
  memory: async () => ({ store: memoryGrantStore(), [Symbol.asyncDispose]: async () => {} }),
  file: openFileStore,
};

describe.each(Object.entries(stores))("a grant store (%s)", (_name, open) => {
  it("is empty at first", async () => {
    await using opened = await open();
    expect(await opened.store.list()).toEqual([]);
  });

  it("[D-14] lists what was added, and forgets at once what is revoked", async () => {
    await using opened = await open();
    const [one, other] = [grantOf("one"), grantOf("other")];
    await opened.store.add(one);
    await opened.store.add(other);
    expect(await opened.store.list()).toHaveLength(2);
    expect(await opened.store.revoke(one.id)).toBe(true);
    expect(await opened.store.list()).toEqual([other]);
    expect(await opened.store.revoke(one.id)).toBe(false);
  });

  it("keeps one answer to one question: the last", async () => {
    await using opened = await open();
    await opened.store.add(grantOf("one"));
    await opened.store.add(grantOf("one", "reject"));
    expect(await opened.store.list()).toEqual([grantOf("one", "reject")]);
  });
});

describe("the file store", () => {
  it("[D-13] remembers after a restart, for the user alone", async () => {
    await using files = await openFileStore();
    const grants = [grantOf("one"), grantOf("two", "reject")];
    for (const grant of grants) await files.store.add(grant);
    const again = await files.open().list();
    expect(again).toHaveLength(2);
    expect(again).toEqual(expect.arrayContaining(grants));
    const [name] = await readdir(files.path);
    expect((await stat(join(files.path, name!))).mode & 0o777).toBe(0o600);
    expect((await stat(files.path)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["is cut off", (text: string) => text.slice(0, 40)],
    ["is empty", () => ""],
    ["is no grant", () => "[]"],
    ["has another verdict", (text: string) => text.replace('"allow"', '"yes"')],
    ["is for a session that is over", (text: string) => text.replace('"always"', '"session"')],
    ["was edited to be about another tool", (text: string) => text.replaceAll('"one"', '"two"')],
    [
      "was edited to hold everywhere",
      (text: string) => text.replace(/"scope": \{[^}]*\}/, '"scope": { "type": "everywhere" }'),
    ],
    ["has a field more", (text: string) => text.replace("{", '{ "also": "everything",')],
  ])("a file that %s grants nothing, is set aside, and is reported", async (_what, damage) => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    await files.store.add(grantOf("other"));
    const file = join(files.path, `${grantOf("one").id}.json`);
    await writeFile(file, damage(await readFile(file, "utf8")));

    expect(await files.store.list()).toEqual([grantOf("other")]);
    expect(files.warnings).toMatchObject([{ code: "corrupt", file }]);
    expect(await readdir(files.path)).toContain(`${grantOf("one").id}.json.corrupt`);
    expect(await files.store.list()).toEqual([grantOf("other")]);
    expect(files.warnings).toHaveLength(1);
    await files.store.add(grantOf("one"));
    expect(await files.store.list()).toHaveLength(2);
  });

  it("[D-13] a file copied to another name grants nothing", async () => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    await copyFile(join(files.path, `${grantOf("one").id}.json`), join(files.path, `${grantOf("two").id}.json`));
    expect(await files.store.list()).toEqual([grantOf("one")]);
    expect(files.warnings).toMatchObject([{ code: "corrupt" }]);
  });

  it.skipIf(process.platform === "win32")("a file that others can write to grants nothing", async () => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    await chmod(join(files.path, `${grantOf("one").id}.json`), 0o666);
    expect(await files.store.list()).toEqual([]);
    expect(files.warnings).toMatchObject([{ code: "not_private" }]);
  });

  it("[D-14] sees what another process adds, replaces and revokes after it has read the folder", async () => {
    await using files = await openFileStore();
    const other = files.open();
    await files.store.add(grantOf("one"));
    let hours = 0;
    const longAgo = async () => await utimes(files.path, 0, (hours += 3_600));
    await longAgo();
    expect(await files.store.list()).toEqual([grantOf("one")]);
    await other.add(grantOf("two"));
    expect(await files.store.list()).toHaveLength(2);
    await longAgo();
    expect(await files.store.list()).toHaveLength(2);
    await other.add(grantOf("two", "reject"));
    expect(await files.store.list()).toContainEqual(grantOf("two", "reject"));
    await longAgo();
    expect(await files.store.list()).toHaveLength(2);
    await other.revoke(grantOf("one").id);
    expect(await files.store.list()).toEqual([grantOf("two", "reject")]);
  });

  it("revokes no file elsewhere", async () => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    await writeFile(`${files.path}-neighbour.json`, "{}");
    expect(await files.store.revoke("../grants-neighbour")).toBe(false);
    expect(await readFile(`${files.path}-neighbour.json`, "utf8")).toBe("{}");
  });

  it("a file that cannot be opened just now grants nothing, and stays where it is", async () => {
    await using files = await openFileStore();
    const { id } = grantOf("one");
    // A folder of that name opens, and then cannot be read.
    await mkdir(join(files.path, `${id}.json`), { recursive: true });
    expect(await files.store.list()).toEqual([]);
    expect(files.warnings).toMatchObject([{ code: "unreadable" }]);
    expect(await readdir(files.path)).toEqual([`${id}.json`]);
  });

  it("ignores what a process left half-written when it died", async () => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    await writeFile(join(files.path, "0b5a-half.tmp"), '{ "id": "');
    expect(await files.store.list()).toEqual([grantOf("one")]);
    expect(files.warnings).toEqual([]);
  });

  it("a folder that is a file is reported, and grants nothing", async () => {
    await using files = await openFileStore();
    await writeFile(files.path, "");
    expect(await files.store.list()).toEqual([]);
    expect(files.warnings).toMatchObject([{ code: "unreadable" }]);
    await expect(files.store.add(grantOf("one"))).rejects.toThrow();
  });

  it("removes what a killed write left, once it is old", async () => {
    await using files = await openFileStore();
    await files.store.add(grantOf("one"));
    const abandoned = join(files.path, "0a1b2c3d-0000-4000-8000-0123456789ab.tmp");
    await writeFile(abandoned, "{");
    await files.store.add(grantOf("two"));
    expect(await readdir(files.path)).toHaveLength(3);
    await utimes(abandoned, 0, 0);
    await files.store.add(grantOf("three"));
    expect((await readdir(files.path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("loses nothing when several processes write at once", async () => {
    await using files = await openFileStore();
    const script = fileURLToPath(new URL("../fixtures/add-grants.ts", import.meta.url));
    const start = (name: string) =>
      once(
        spawn(process.execPath, ["--conditions=tenon:source", script, files.path, name], { stdio: "inherit" }),
        "exit",
      );
    // Each adds twenty grants of its own, answers one common question again and again, and reads in between.
    const exits = await Promise.all(["a", "b", "c"].map(start));
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0]);
    const tools = (await files.store.list()).flatMap(({ target }) => (target.type === "tool" ? target.tool : []));
    const own = ["a", "b", "c"].flatMap((name) => Array.from({ length: 20 }, (_, index) => `${name}${index}`));
    expect(tools.toSorted()).toEqual([...own, "common"].toSorted());
    expect(files.warnings).toEqual([]);
    expect((await readdir(files.path)).filter((name) => !name.endsWith(".json"))).toEqual([]);
  });
});
