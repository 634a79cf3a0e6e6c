/**
 * An agent with a home of its own, no key of the user's, and a model on this machine.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type AgentPreset, type AgentProgram, homeVariables, type ModelSettings } from "@tenon/client";

export interface OfflineOptions {
  readonly preset: AgentPreset;
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A folder for all of it, which its owner deletes. */
  readonly root: string;
  readonly settings: ModelSettings;
}

export function homeIn(root: string): string {
  return join(root, "home");
}

export async function offlineProgram(options: OfflineOptions): Promise<AgentProgram> {
  const { preset, file, environment, root, settings } = options;
  const [home, cwd] = [homeIn(root), join(root, "project")];
  await mkdir(cwd);
  for (const [path, content] of Object.entries({ [join(home, ".keep")]: "", ...settings.files })) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const { PATH, LANG, TERM, TMPDIR, SYSTEMROOT } = environment;
  const env = { PATH, LANG, TERM, TMPDIR, SYSTEMROOT, ...homeVariables(home), ...preset.env, ...settings.environment };
  return { command: file, args: [...preset.args, ...(settings.args ?? [])], cwd, env };
}
