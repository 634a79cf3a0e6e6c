/**
 * The files in which a pattern may fit, in the order of a walk: by ripgrep if it can be had, else all of them.
 */

import type { Workspace } from "@tenon/workspace";

import { compileGlob } from "../walk/glob.ts";
import { walkFiles } from "../walk/walk-files.ts";
import type { SearchPattern } from "./pattern.ts";
import { filesByRipgrep, findRipgrep } from "./ripgrep.ts";

export interface CandidateSearch {
  readonly pattern: SearchPattern;
  /** Absolute and real. */
  readonly folder: string;
  /** A pattern of paths. */
  readonly files: string | undefined;
  readonly everything: boolean;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

type Path = readonly string[];

export async function* candidates(
  search: CandidateSearch,
  { env, roots }: Pick<Workspace, "env" | "roots">,
): AsyncGenerator<readonly Path[]> {
  const fits = search.files === undefined ? () => true : compileGlob(search.files);
  const file = await findRipgrep(env, roots);
  const found = file && (await filesByRipgrep({ file, env }, search));
  if (found) {
    yield found.filter(fits).toSorted(byWalk);
    return;
  }
  for await (const { segments, files } of walkFiles(search)) {
    yield files.map((file) => [...segments, file]).filter(fits);
  }
}

/** As `walkFiles` goes: the files of a folder before its folders, all by name. */
function byWalk(one: Path, other: Path): number {
  const depth = Math.min(one.length, other.length) - 1;
  for (let at = 0; at < depth; at += 1) {
    const order = byName(one[at], other[at]);
    if (order !== 0) return order;
  }
  return one.length === other.length ? byName(one[depth], other[depth]) : one.length - other.length;
}

function byName(one = "", other = ""): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
