/**
 * The machine's Chromium. Where there is none, Debian's is installed if we may; undefined if we may not.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export async function findChromium(): Promise<string | undefined> {
  const found = () => PLACES.find((place) => existsSync(place));
  if (found() === undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) await install();
  return found();
}

async function install(): Promise<void> {
  const child = spawn("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], { stdio: "ignore" });
  // Whether it worked shows in whether there is one.
  await once(child, "exit").catch(() => {});
}
