/**
 * The floor of one session: where this run keeps its own files, where variables have moved the files of other programs,
 * and where the git folders of the session's roots and their hooks are. Links are followed.
 */

import path from "node:path";

import { realOrGiven } from "../paths/real-path.ts";
import type { Layer, Rule } from "../rule.ts";
import { floorRules } from "./floor-rules.ts";
import { gitPaths } from "./git-paths.ts";
import { movedPaths } from "./moved-paths.ts";
import { OWN_ENTRIES, ownPathRules } from "./own-path-rules.ts";

export interface FloorOptions {
  /** Absolute. */
  readonly roots: readonly string[];
  /** Our own folders on this run, absolute; none for a program that keeps nothing. */
  readonly own?: OwnFolders | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export interface OwnFolders {
  readonly config: string;
  readonly data: string;
}

export async function findFloor({ roots, own, environment, home }: FloorOptions): Promise<Layer> {
  const git = await gitPaths(roots, home);
  const gitRule: Rule = {
    effect: "ask",
    when: { path: git.map((folder) => `${asPattern(folder)}/**`), access: "write" },
    why: "git runs the hooks and programs configured there",
    isFloor: true,
  };
  return {
    name: "floor",
    rules: [
      ...(own ? await ownRules(own) : []),
      ...movedPaths(floorRules, environment),
      ...(git.length > 0 ? [gitRule] : []),
    ],
  };
}

async function ownRules({ config, data }: OwnFolders): Promise<readonly Rule[]> {
  const links = await Promise.all(
    OWN_ENTRIES.map(async (name) => [name, asPattern(await realOrGiven(path.join(config, name)))] as const),
  );
  return ownPathRules({
    config: await bothSpellings(config),
    data: await bothSpellings(data),
    links: Object.fromEntries(links),
  });
}

async function bothSpellings(folder: string): Promise<readonly string[]> {
  return [...new Set([asPattern(folder), asPattern(await realOrGiven(folder))])];
}

function asPattern(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/\/+$/, "");
}
