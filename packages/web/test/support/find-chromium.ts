/**
 * The machine's Chromium, or its headless shell: the same engine for a third less processor time. Where there is none,
 * Debian's shell is installed if we may; undefined if we may not.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { underLock } from "../../../../tooling/under-lock.ts";

const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// apt-get does not wait for another apt-get: of test files that start together, all but one skipped their tests.
const LOCK = fileURLToPath(new URL("../../../../node_modules/.tenon/chromium.lock", import.meta.url));

export async function findChromium(): Promise<string | undefined> {
  const found = () => PLACES.find((place) => existsSync(place));
  if (found() === undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await underLock(LOCK, async () => {
      if (found() === undefined) await install();
    });
  }
  return found();
}

/** The machine's list of packages may be missing or old, so it is brought up to date where the first attempt fails. */
async function install(): Promise<void> {
  if (await installPackage()) return;
  await aptGet("update");
  await installPackage();
}

/** Older distributions have no package of the shell alone. */
async function installPackage(): Promise<boolean> {
  const install = (name: string) => aptGet("install", "--yes", "--no-install-recommends", name);
  return (await install("chromium-headless-shell")) || (await install("chromium"));
}

async function aptGet(...args: string[]): Promise<boolean> {
  const child = spawn("apt-get", args, { stdio: "ignore" });
  const [code] = await once(child, "exit").catch(() => [1]);
  return code === 0;
}
