/**
 * The files of a folder whose text in the editor is another than on disk, so that a search finds what the user sees.
 *
 * The protocol has no list of open files: only those are known that the editor has given us in this session.
 */

import { isAbsolute, relative, sep } from "node:path";
import type { WorkspacePath, Workspace } from "@tenon/workspace";

import type { SearchedText } from "./match-lines.ts";
import { MAX_SEARCHED_BYTES, readSearched } from "./read-searched.ts";

/** Their names are paths seen from the folder. What the editor no longer gives is left to the disk. */
export async function unsavedTexts(
  { path: folder }: WorkspacePath,
  workspace: Pick<Workspace, "editorFiles" | "readText">,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly SearchedText[]> {
  const inside = workspace.editorFiles().flatMap((place) => {
    const segments = relative(folder, place.path).split(sep);
    const isInside = segments[0] !== ".." && !isAbsolute(segments.join(sep));
    return isInside ? [{ place, name: segments.join("/") }] : [];
  });
  const texts = await Promise.all(inside.map(({ place, name }) => unsaved(place, name)));
  return texts.filter((text) => text !== undefined);

  async function unsaved(place: WorkspacePath, name: string): Promise<SearchedText | undefined> {
    const [saved, text] = await Promise.all([
      readSearched(place.path, { upTo: MAX_SEARCHED_BYTES }),
      workspace.readText(place, { signal }).catch(() => undefined), // Searched as it is saved.
    ]);
    return text === undefined || text === saved ? undefined : { name, text };
  }
}
