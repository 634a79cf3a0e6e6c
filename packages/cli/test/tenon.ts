/**
 * Runs `tenon` as a person or an editor would: as a process, and as it is installed.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildTenon } from "../../../tooling/build-tenon.ts";

/** The folder of an installed `tenon`. */
export const installation = await buildTenon();

/** For `node` to run. */
export const tenon = join(installation, "bin/tenon.mjs");

/** The same from the sources: it takes four times as long to start. */
export const tenonFromSources = fileURLToPath(new URL("../bin/tenon.mjs", import.meta.url));

/** Without the configuration of whoever runs the tests. */
export const noConfiguration = { XDG_CONFIG_HOME: "/nonexistent/tenon-test" };

export function runTenon(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tenon, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
