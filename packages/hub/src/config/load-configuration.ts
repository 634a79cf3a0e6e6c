/**
 * The configuration for sessions in one folder: the user's file and the project's.
 *
 * Loading never fails. A file that cannot be read costs what is in it, and is a problem of the result.
 */

import { realpath } from "node:fs/promises";
import { join } from "node:path";

import { type Layer, composeConfiguration } from "./compose-configuration.ts";
import type { Configuration } from "./configuration.ts";
import { type ReadConfiguration, readConfigurationFile } from "./read-configuration-file.ts";
import type { Trust } from "./trust-request.ts";

export interface ConfigurationOptions extends Trust {
  /** The folder of the project. Parent folders are not searched: they may belong to another user. */
  readonly cwd: string;
  /** Where the user's file is, as `userFolder` says. */
  readonly userFolder: string;
  /** Where variables come from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface ConfigurationSource {
  readonly source: "user" | "project";
  readonly file: string;
}

export async function loadConfiguration(options: ConfigurationOptions): Promise<Configuration> {
  return await loadWith(readConfigurationFile, options);
}

/** In the user's folder: rules that servers suggested and the user accepted. */
export const PACKS_FILE = "policy-packs.json";

/** The files that may be there, the strongest first. */
export function configurationSources({ cwd, userFolder }: ConfigurationOptions): readonly ConfigurationSource[] {
  const user = { source: "user", file: join(userFolder, "tenon.json") } as const;
  const project = ["tenon.json", ".mcp.json"].map((name) => ({ source: "project" as const, file: join(cwd, name) }));
  // In a session in the configuration folder itself, this is the user's file and not a project's.
  const packs = { source: "user", file: join(userFolder, PACKS_FILE) } as const;
  return [...project.filter(({ file }) => file !== user.file), user, packs];
}

/** Loads with a reader of one's own, which gives `undefined` where there is no file. */
export async function loadWith(
  read: (file: string) => Promise<ReadConfiguration | undefined>,
  options: ConfigurationOptions,
): Promise<Configuration> {
  const layers = await Promise.all(
    configurationSources(options).map(async ({ source, file }): Promise<readonly Layer[]> => {
      const reading = await read(file);
      return reading ? [{ source, reading }] : [];
    }),
  );
  const { cwd, environment, isTrusted, isCodeVariable = () => false } = options;
  return await composeConfiguration(layers.flat(), {
    isTrusted,
    isCodeVariable,
    // Reached through a link, or in other letters, it is the same folder [K-10].
    folder: await realpath(cwd).catch(() => cwd),
    surroundings: { environment, workspaceFolder: cwd },
  });
}
