import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

// No write takes so long. By its age and not by a process id: another container may write to the same folder.
const MAX_WRITE_MS = 3_600_000;

/**
 * Removes temporary files whose writer was killed before it could. What cannot be removed stays: the
 * write that comes next does not depend on it.
 */
export async function removeAbandoned(folder: string, isTemporary: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const removeIfOld = async (path: string) => {
    const stats = await lstat(path);
    if (stats.isFile() && Date.now() - stats.mtimeMs > MAX_WRITE_MS) await rm(path, { force: true });
  };
  await Promise.allSettled(names.filter(isTemporary).map((name) => removeIfOld(join(folder, name))));
}
