/**
 * A recorded agent as a program: what to spawn. It reads the recording from its file and ends with its input.
 */

import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import type { ProgramToSpawn } from "../client/spawned-client.ts";

/** The program exits with 1, and says why on stderr, if the client leaves before everything was played. */
export function stdioRecording(file: string): ProgramToSpawn & { readonly args: readonly string[] } {
  // Beside this file, and of its kind: TypeScript in a checkout, JavaScript in the package.
  const main = new URL(`./stdio-recording-main${extname(import.meta.url)}`, import.meta.url);
  return {
    command: process.execPath,
    // Running TypeScript is still worth a warning to some versions, and a test reads stderr.
    args: ["--disable-warning=ExperimentalWarning", fileURLToPath(main), file],
  };
}
