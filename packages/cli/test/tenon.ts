/**
 * Runs `tenon` as a person or an editor would: as a process, from the sources.
 */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export const tenon = fileURLToPath(new URL("../bin/tenon.mjs", import.meta.url));

/** Without the configuration of whoever runs the tests. */
export const noConfiguration = { XDG_CONFIG_HOME: "/nonexistent/tenon-test" };

export function runTenon(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tenon, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
