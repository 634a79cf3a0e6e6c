import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { fileTokenStore } from "../../src/sign-in/store/file-token-store.ts";
import type { Credentials, StoreWarning } from "../../src/sign-in/store/token-store.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const SERVER = "https://mcp.example.com/mcp";
const credentials: Credentials = {
  issuer: "https://issuer.example.com",
  tokens: { access_token: "the-access-token", token_type: "Bearer", refresh_token: "the-refresh-token" },
};

describe.skipIf(process.platform === "win32")("a folder of sign-ins", () => {
  it("is for the user alone, and so is every file in it", async () => {
    await using opened = await openStore();
    await opened.save();
    expect((await stat(opened.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await opened.file())).mode & 0o777).toBe(0o600);
  });

  it("is closed to others if it was open to them", async () => {
    await using opened = await openStore();
    await mkdir(opened.folder, { mode: 0o755 });
    await opened.save();
    expect((await stat(opened.folder)).mode & 0o777).toBe(0o700);
  });

  it("holds one file for a server, and nothing else when no process is at work", async () => {
    await using opened = await openStore();
    await opened.save();
    await opened.save();
    expect(await readdir(opened.folder)).toEqual([expect.stringMatching(/^mcp\.example\.com-[0-9a-f]{32}\.json$/)]);
  });

  it("is written over what a crash has left half-written", async () => {
    await using opened = await openStore();
    await opened.save();
    await writeFile(`${await opened.file()}.new`, "{", { mode: 0o644 });
    await opened.save();
    expect((await stat(await opened.file())).mode & 0o777).toBe(0o600);
    expect(await opened.store.read(SERVER)).toEqual(credentials);
  });

  it.each([
    ["is cut off", (text: string) => text.slice(0, -20)],
    ["is empty", () => ""],
    ["is of another version", (text: string) => text.replace('"version": 1', '"version": 2')],
    ["has a token that is not a text", (text: string) => text.replace('"the-access-token"', "17")],
  ])("treats a file that %s as absent, sets it aside and says so without a word of it", async (_what, damage) => {
    await using opened = await openStore();
    await opened.save();
    const file = await opened.file();
    await writeFile(file, damage(await readFile(file, "utf8")));
    expect(await opened.store.read(SERVER)).toBeUndefined();
    expect(opened.warnings).toMatchObject([{ code: "corrupt", file }]);
    expect(inspect(opened.warnings, { depth: 9 })).not.toMatch(/the-(access|refresh)-token/);
    expect(await readdir(opened.folder)).toEqual([expect.stringMatching(/\.json\.corrupt$/)]);
    await opened.save();
    expect(await opened.store.read(SERVER)).toEqual(credentials);
  });

  it("does not take one server's file for another's", async () => {
    await using opened = await openStore();
    await opened.save();
    const mine = await opened.file();
    await opened.store.hold("https://other.example.com/", ({ save }) => save(credentials));
    const other = (await readdir(opened.folder)).find((name) => name.startsWith("other"));
    await rename(mine, join(opened.folder, other ?? ""));
    expect(await opened.store.read("https://other.example.com/")).toBeUndefined();
    expect(opened.warnings).toMatchObject([{ code: "corrupt" }]);
  });

  it("does not trust a file that others can write to", async () => {
    await using opened = await openStore();
    await opened.save();
    await chmod(await opened.file(), 0o666);
    expect(await opened.store.read(SERVER)).toBeUndefined();
    expect(opened.warnings).toMatchObject([{ code: "not_private" }]);
  });
});

async function openStore() {
  const parent = await temporaryFolder();
  const folder = join(parent.path, "sign-ins");
  const warnings: StoreWarning[] = [];
  const store = fileTokenStore({ folder, onWarning: (warning) => void warnings.push(warning) });
  return {
    folder,
    store,
    warnings,
    save: () => store.hold(SERVER, ({ save }) => save(credentials)),
    async file() {
      const name = (await readdir(folder)).find((name) => name.startsWith("mcp") && name.endsWith(".json"));
      return join(folder, name ?? "");
    },
    [Symbol.asyncDispose]: () => parent[Symbol.asyncDispose](),
  };
}
