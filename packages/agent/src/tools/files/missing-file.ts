/**
 * What to say of a file that is not there: the names that may have been meant.
 */

import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { editDistance } from "@tenon/basis";
import { type WorkspacePath, ToolError, type Workspace } from "@tenon/workspace";

import { walkFiles } from "./walk/walk-files.ts";

const MAX_NAMED = 3;
// A slip is worth a look around, not a walk through everything.
const MAX_LOOKED_AT = 20_000;

export async function missingFile(
  place: WorkspacePath,
  { workspace, signal }: { readonly workspace: Workspace; readonly signal: AbortSignal },
): Promise<ToolError> {
  if (workspace.tree === "client") return new ToolError(`No such file on the client's machine: ${place.name}.`);
  const near = place.isInRoots ? [...(await besides(place)), ...(await elsewhere(place))] : [];
  const names = [...new Set(near)].slice(0, MAX_NAMED);
  const hint = names.length === 0 ? "Use find_files to look for it." : `Did you mean ${names.join(" or ")}?`;
  return new ToolError(`No such file: ${place.name}. ${hint}`);

  async function besides({ path, name }: WorkspacePath): Promise<readonly string[]> {
    const wanted = basename(path).toLowerCase();
    const entries = await readdir(dirname(path)).catch(() => []); // Without a proposal.
    return entries
      .map((entry) => ({ entry, distance: editDistance(wanted, entry.toLowerCase()) }))
      .filter(({ distance }) => distance <= Math.min(2, wanted.length / 3))
      .toSorted((one, other) => one.distance - other.distance)
      .map(({ entry }) => join(dirname(name), entry));
  }

  /** The same name in another folder. */
  async function elsewhere({ path }: WorkspacePath): Promise<readonly string[]> {
    const wanted = basename(path).toLowerCase();
    const found: string[] = [];
    let looked = 0;
    const { path: folder } = await workspace.place(".", "read");
    for await (const { segments, files } of walkFiles({ folder, everything: false, signal })) {
      found.push(...files.filter((file) => file.toLowerCase() === wanted).map((file) => join(...segments, file)));
      looked += files.length;
      if (found.length >= MAX_NAMED || looked > MAX_LOOKED_AT) break;
    }
    return found;
  }
}
