import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

import { insideRoots } from "@tenon/policy";
import type { Environment } from "@tenon/workspace";

const NAME = process.platform === "win32" ? "rg.exe" : "rg";

/** The user's ripgrep. Never one from the project: it would run without anybody having allowed it. */
export async function findRipgrep(env: Environment, roots: readonly string[]): Promise<string | undefined> {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const file = join(folder, NAME);
    if ((await isProgram(file)) && !(await insideRoots(file, roots)).isInside) return file;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
