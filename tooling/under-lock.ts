/**
 * Does work while no other thread or process does work under the same lock, a file. A lock whose process has died counts
 * for nothing.
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { isRunning } from "@tenon/basis/node";

const LOOK_AGAIN_MS = 50;

export async function underLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) await sleep(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    await rm(path);
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch {
    // An empty one is being written.
    const holder = await readFile(path, "utf8").catch(() => "");
    if (holder !== "" && !isRunning(Number(holder))) await rm(path, { force: true });
    return false;
  }
}
