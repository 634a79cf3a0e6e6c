/**
 * Builds `tenon` as it is installed, its bin and its bundle, if these sources have not been built yet. Resolves with the
 * folder.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { buildPage } from "./build-page.ts";
import { underLock } from "./under-lock.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const builds = join(root, "node_modules/.tenon/builds");
// What programs of the tests have compiled, by path: what old builds left there is never used again.
const compiled = join(root, "node_modules/.tenon/compiled");
// Another test run may still use the last one.
const KEPT_BUILDS = 3;

export async function buildTenon(): Promise<string> {
  await buildPage();
  return await underLock(join(builds, "lock"), async () => {
    const folder = join(builds, await fingerprintOfSources());
    if (!(await exists(folder))) {
      await build(folder);
      await removeOldBuilds();
      // Whatever is written there meanwhile goes the next time.
      await rm(compiled, { recursive: true, force: true }).catch(() => {});
    }
    return folder;
  });
}

async function build(folder: string): Promise<void> {
  // Renamed when it is whole.
  const scratch = await mkdtemp(join(builds, "new-"));
  await cp(join(root, "packages/cli/bin"), join(scratch, "bin"), { recursive: true });
  await cp(join(root, "packages/cli/package.json"), join(scratch, "package.json"));
  const args = ["--bin", "tsdown", "--filter", "packages/cli", "--out-dir", join(scratch, "dist")];
  await promisify(execFile)(process.execPath, ["tooling/node.mjs", ...args], { cwd: root });
  await rename(scratch, folder);
}

/** Which files there are and when they changed: quicker to tell than what is in them. */
async function fingerprintOfSources(): Promise<string> {
  const rooms = (await readdir(join(root, "packages"))).filter((room) => room !== "testkit" && room !== "web");
  const sources = [
    ...rooms.flatMap((room) => [`packages/${room}/src`, `packages/${room}/package.json`]),
    "packages/cli/bin",
    "packages/web/dist/index.html",
    "tooling",
    "tsdown.config.ts",
    "package-lock.json",
  ];
  const files = (await Promise.all(sources.map(filesIn))).flat().toSorted();
  const changes = await Promise.all(files.map(async (file) => `${file} ${(await stat(file)).mtimeMs}`));
  return createHash("sha256").update(changes.join("\n")).digest("hex").slice(0, 16);
}

async function filesIn(source: string): Promise<readonly string[]> {
  const path = join(root, source);
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // The arrival matrix writes a file there after every cell; no build depends on these.
  return files.filter(
    (file) => !file.includes(join("arrival", "results")) && !file.includes(join("tooling", "machines")),
  );
}

async function removeOldBuilds(): Promise<void> {
  const found = await Promise.all(
    (await readdir(builds))
      .filter((name) => name !== "lock")
      .map(async (name) => ({ name, builtAt: (await stat(join(builds, name))).mtimeMs })),
  );
  const old = found.toSorted((a, b) => b.builtAt - a.builtAt).slice(KEPT_BUILDS);
  await Promise.all(old.map(({ name }) => rm(join(builds, name), { recursive: true, force: true })));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
