/**
 * A scripted agent as a program: what to spawn. The script travels in the environment.
 */

import { programArguments } from "../../program-arguments.ts";
import type { AgentScript } from "./agent-script.ts";
import type { ProgramToSpawn } from "../client/spawned-client.ts";

/** The variable that carries the script. */
export const SCRIPT_VARIABLE = "TENON_SCRIPTED_AGENT";

export function stdioAgent(script: AgentScript = {}): ProgramToSpawn & { readonly args: readonly string[] } {
  return {
    command: process.execPath,
    args: programArguments("stdio-agent-main", import.meta.url),
    env: { [SCRIPT_VARIABLE]: JSON.stringify(script) },
  };
}
