/**
 * The `AGENTS.md` of folders within the project: the model is given each with the first file that it reads there. Those of
 * the session's own folders, and above, are in the system prompt.
 */

import { dirname, join, relative, sep } from "node:path";
import type { WorkspacePath, Workspace } from "@tenon/workspace";

import { INSTRUCTIONS_NAME, type ProjectInstructions, readInstructions, readThrough } from "./project-instructions.ts";

export interface FolderInstructions {
  /** What the folders on the way to this file say, the nearest last; each once. Never rejects. */
  enter(file: WorkspacePath, options: { readonly signal: AbortSignal }): Promise<readonly ProjectInstructions[]>;
}

export function createFolderInstructions(
  workspace: Pick<Workspace, "roots" | "place" | "mayRead" | "tree" | "readText">,
): FolderInstructions {
  const entered = new Set(workspace.roots);
  return {
    async enter({ clientPath, isInRoots }, { signal }) {
      if (!isInRoots) return [];
      const ways = workspace.roots.map((root) => ({ root, way: relative(root, dirname(clientPath)) }));
      const { root, way } = ways.find((each) => !each.way.startsWith("..")) ?? { root: "", way: "" };
      const names = way === "" ? [] : way.split(sep);
      const folders = names.map((_, depth) => join(root, ...names.slice(0, depth + 1)));
      const fresh = folders.filter((folder) => !entered.has(folder));
      for (const folder of fresh) entered.add(folder);
      const found = await Promise.all(
        fresh.filter((folder) => join(folder, INSTRUCTIONS_NAME) !== clientPath).map((folder) => read(folder, signal)),
      );
      return found.filter((instructions) => instructions !== undefined);
    },
  };

  async function read(folder: string, signal: AbortSignal): Promise<ProjectInstructions | undefined> {
    if (workspace.tree === "client") return await readThrough(workspace, `${folder}/${INSTRUCTIONS_NAME}`, signal);
    // A link of that name may lead anywhere.
    const place = await workspace.place(join(folder, INSTRUCTIONS_NAME), "read").catch(() => undefined);
    return place && workspace.mayRead(place.subject) ? await readInstructions(folder) : undefined;
  }
}
