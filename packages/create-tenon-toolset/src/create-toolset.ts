/**
 * Writes a new toolset into a folder. Nothing that exists is overwritten.
 */

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import { templateFiles } from "./template.ts";

export interface CreatedToolset {
  readonly folder: string;
  readonly name: string;
  /** What to type next, a command each. */
  readonly next: readonly string[];
}

/** Rejects if the folder has files already, or its name cannot be that of a package. */
export async function createToolset(path: string): Promise<CreatedToolset> {
  const folder = resolve(path);
  const name = basename(folder).toLowerCase();
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) {
    throw new Error(`"${basename(folder)}" cannot be the name of a package: use letters, digits, "-", "_" and "."`);
  }
  const existing = await readdir(folder).catch(() => []);
  if (existing.length > 0) throw new Error(`The folder ${path} is not empty`);
  for (const [file, content] of Object.entries(templateFiles(name))) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: "wx" });
  }
  const next = [`cd ${path}`, "npm install", "npm test", "npx tenon tools try ./toolset.ts"];
  return { folder, name, next };
}
