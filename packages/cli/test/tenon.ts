/**
 * Runs `tenon` as a person or an editor would: as a process, and as it is installed. Where a test is not about the process,
 * `resident/resident-tenon.ts` costs a tenth.
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

/**
 * For a process with an environment of its own: not the configuration of the user who runs the tests, but what the
 * processes before it have compiled. Compiling it again is most of the processor time of a short session.
 */
export const noConfiguration: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: "/nonexistent/tenon-test",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
};

export function runTenon(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tenon, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
