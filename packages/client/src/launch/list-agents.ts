/**
 * Which of the agents that we know are here. Nothing is started.
 */

import { defined } from "@tenon/basis";

import { type Environment, findProgram } from "./find-program.ts";
import { installedVersion } from "./installed-version.ts";
import type { AgentPreset } from "./preset.ts";
import { presets } from "./presets.ts";

export interface ListedAgent {
  readonly preset: AgentPreset;
  readonly state:
    | "installed"
    /** It is not, but npx is, and can fetch it. */
    | "can be fetched"
    | "not installed";
  /** Where it is installed. */
  readonly file?: string;
  /** Of what is installed, if that can be read. */
  readonly version?: string;
}

export async function listAgents(options: {
  readonly env: Environment;
  readonly cwd: string;
}): Promise<readonly ListedAgent[]> {
  const hasNpx = (await findProgram("npx", options)) !== undefined;
  return await Promise.all(
    presets.map(async (preset): Promise<ListedAgent> => {
      const file = await findProgram(preset.command, options);
      if (file !== undefined) {
        return { preset, state: "installed", file, ...defined({ version: await installedVersion(file) }) };
      }
      return { preset, state: hasNpx && preset.npm !== undefined ? "can be fetched" : "not installed" };
    }),
  );
}
