/**
 * Emits the declarations of all packages with one run of the compiler, for `link.mjs`.
 *
 * By itself tsdown runs the compiler for each package, always over the whole program: nineteen runs at once take ten
 * gigabytes, and minutes on two cores.
 */

import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = "node_modules/.tenon/declarations";
let emitted: Promise<void> | undefined;

export function emitDeclarations(): Promise<void> {
  return (emitted ??= emit());
}

async function emit(): Promise<void> {
  await rm(`${root}${folder}`, { recursive: true, force: true });
  const args = ["--bin", "typescript", "-p", "tooling/declarations/tsconfig.json", "--outDir", folder];
  await promisify(execFile)(process.execPath, ["tooling/node.mjs", ...args], { cwd: root });
}
