/**
 * Builds the page if what is there is older than its sources. Resolves with the folder.
 */

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { underLock } from "./under-lock.ts";

const web = fileURLToPath(new URL("../packages/web/", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
const basis = fileURLToPath(new URL("../packages/basis/src/", import.meta.url));
const timeline = fileURLToPath(new URL("../packages/timeline/src/", import.meta.url));

export function buildPage(): Promise<string> {
  return underLock(join(modules, ".tenon/page.lock"), async () => {
    const folder = join(web, "dist");
    const built = await changedAt(join(folder, "index.html"));
    const sources = [join(web, "src"), join(web, "index.html"), join(web, "vite.config.ts"), basis, timeline];
    const newest = Math.max(...(await Promise.all(sources.map(newestIn))));
    if (built < newest) await replace(folder);
    return folder;
  });
}

/** When the new one is whole, and not file by file: the old one may be served. */
async function replace(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(modules, ".page-"));
  const outDir = join(scratch, "new");
  await build(outDir);
  await rename(folder, join(scratch, "old")).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(outDir, folder);
  await rm(scratch, { recursive: true, force: true });
}

/** In a process of its own: vite builds the page for development where NODE_ENV is set to anything else, as in tests. */
async function build(outDir: string): Promise<void> {
  const vite = join(modules, "vite/bin/vite.js");
  const args = [vite, "build", web, "--logLevel", "warn", "--outDir", outDir, "--emptyOutDir"];
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, args, { env });
}

async function newestIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Math.max(...(await Promise.all([path, ...files].map(changedAt))));
}

async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

if (import.meta.main) await buildPage();
