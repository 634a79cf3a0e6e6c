/**
 * A recorded agent as a program: what to spawn. It reads the recording from its file and ends with its input.
 */

import { programArguments } from "../../program-arguments.ts";
import type { ProgramToSpawn } from "../client/spawned-client.ts";

/** The program exits with 1, and says why on stderr, if the client leaves before everything was played. */
export function stdioRecording(file: string): ProgramToSpawn & { readonly args: readonly string[] } {
  return { command: process.execPath, args: [...programArguments("stdio-recording-main", import.meta.url), file] };
}
