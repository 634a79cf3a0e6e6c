/**
 * What a browser has to load before it shows anything.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, it } from "vitest";

import { buildPage } from "../../../tooling/build-page.ts";

const MAX_SCRIPT_KB = 190;

it("loads at most 190 kB of JavaScript, gzipped, before it shows anything", async () => {
  const folder = await buildPage();
  const page = await readFile(join(folder, "index.html"), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/gu)].map(([, path = ""]) => path);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await readFile(join(folder, path))).length));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThanOrEqual(MAX_SCRIPT_KB);
});
