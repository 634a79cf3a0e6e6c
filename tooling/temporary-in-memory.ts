/**
 * Lets tests keep their temporary files in memory where the machine has room: thousands of folders that are made and removed
 * within seconds cost a disk's file system a twentieth of the processor time of `npm test`, and make tests wait for the disk.
 */

import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

const MEMORY = "/dev/shm";
// Short, because the path of a socket may have a hundred characters.
const NAME = /^tt-(\d+)-/;
const LEAST_FREE = 4 * 1024 ** 3;

export default async function keepTemporaryFilesInMemory(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TMPDIR"] !== undefined || !isUsable()) return undefined;
  removeLeftOvers();
  const folder = await mkdtemp(join(MEMORY, `tt-${process.pid}-`));
  // As /tmp: Postgres runs as another user where we are root.
  await chmod(folder, 0o1777);
  process.env["TMPDIR"] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Tests write programs and run them. */
function isUsable(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, path]) => path === MEMORY);
    const [, , type, options = ""] = mount ?? [];
    if (type !== "tmpfs" || /(^|,)(noexec|ro)(,|$)/.test(options)) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE;
  } catch {
    return false;
  }
}

/** Of test runs that were killed. */
function removeLeftOvers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}
