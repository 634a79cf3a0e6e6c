import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { namesFolders } from "../src/connection/stdio/named-folders.ts";
import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const FILESYSTEM = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/dist/index.js");

it("[M55] server-filesystem keeps the folder of its command line", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-roots-")));
  try {
    const callbacks = { roots: () => [{ uri: pathToFileURL(process.cwd()).href, name: "session" }] };
    const spec = { type: "stdio", name: "fs", command: process.execPath, args: [FILESYSTEM, folder], env: {} } as const;
    await using hub = openTestHub([spec], { callbacks });
    await hub.until("fs", "listed");
    const { raw } = await hub.call("mcp__fs__list_allowed_directories", {});
    expect(JSON.stringify(raw.content)).toContain(folder);
    expect(JSON.stringify(raw.content)).not.toContain(process.cwd());
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("[M55] a server without folders of its own gets the session's roots", async () => {
  const roots = [{ uri: "file:///session", name: "session" }];
  await using server = await stdioServer({ tools: [{ name: "where", call: [{ type: "roots" }] }] });
  await using hub = openTestHub([stdioSpec("s", server)], { callbacks: { roots: () => roots } });
  await hub.until("s", "listed");
  const { raw } = await hub.call("mcp__s__where", {});
  expect(JSON.stringify(raw)).toContain("file:///session");
});

it.each<[readonly string[], boolean]>([
  [["-y", "@modelcontextprotocol/server-filesystem", "/"], true],
  [["--root=/", "serve"], true],
  [["."], true],
  [["~"], true],
  [["run", "--directory", "/", "server.py"], false],
  [["--directory=/", "run", "server"], false],
  [["-y", "server-everything", "stdio"], false],
  [["/no/such/folder"], false],
  [[import.meta.filename], false],
  [["https://example.com/mcp"], false],
])("[M55] whether %j names a folder: %j", async (args, expected) => {
  await expect(namesFolders({ args }, dirname(import.meta.filename))).resolves.toBe(expected);
});
