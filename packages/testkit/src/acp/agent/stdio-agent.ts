/**
 * A scripted agent as a program: what to spawn. The script travels in the environment.
 */

import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import type { AgentScript } from "./agent-script.ts";
import type { ProgramToSpawn } from "../client/spawned-client.ts";

/** The variable that carries the script. */
export const SCRIPT_VARIABLE = "TENON_SCRIPTED_AGENT";

export function stdioAgent(script: AgentScript = {}): ProgramToSpawn & { readonly args: readonly string[] } {
  // Beside this file, and of its kind: TypeScript in a checkout, JavaScript in the package.
  const main = new URL(`./stdio-agent-main${extname(import.meta.url)}`, import.meta.url);
  return {
    command: process.execPath,
    // Running TypeScript is still worth a warning to some versions, and a test reads stderr.
    args: ["--disable-warning=ExperimentalWarning", fileURLToPath(main)],
    env: { [SCRIPT_VARIABLE]: JSON.stringify(script) },
  };
}
