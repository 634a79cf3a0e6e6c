/**
 * `tenon` as it is installed: the bundle and its bin in a folder of their own, away from the clone.
 */

import { execFile } from "node:child_process";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { buildPage } from "../../../tooling/build-page.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface BuiltTenon extends AsyncDisposable {
  readonly folder: string;
  /** For `node` to run. */
  readonly program: string;
}

export async function buildTenon(): Promise<BuiltTenon> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-built-")));
  await cp(join(root, "packages/cli/bin"), join(folder, "bin"), { recursive: true });
  await cp(join(root, "packages/cli/package.json"), join(folder, "package.json"));
  await buildPage();
  const build = ["--bin", "tsdown", "--filter", "packages/cli", "--out-dir", join(folder, "dist")];
  await run(process.execPath, ["tooling/node.mjs", ...build], { cwd: root });
  return {
    folder,
    program: join(folder, "bin/tenon.mjs"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
