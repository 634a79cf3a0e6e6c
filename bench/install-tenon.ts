/**
 * Builds `tenon` and copies what npm would install into a folder.
 */

import { execFileSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";

const BUILD = ["tooling/node.mjs", "--bin", "tsdown", "--filter", "packages/cli", "--logLevel", "warn"];

/** Resolves with the path of the program. */
export async function installTenon(folder: string): Promise<string> {
  execFileSync(process.execPath, BUILD);
  for (const part of ["bin", "dist", "package.json"]) {
    await cp(join("packages/cli", part), join(folder, part), { recursive: true });
  }
  return join(folder, "bin/tenon.mjs");
}
