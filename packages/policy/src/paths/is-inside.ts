/**
 * Whether a path lies in a folder, both absolute and real. Text alone decides here; links are followed before.
 */

import path from "node:path";

/** How paths read on one system: `path.posix` or `path.win32`. */
export type PathFlavour = Pick<typeof path.posix, "relative" | "isAbsolute" | "sep">;

export function isInside(file: string, folder: string, flavour: PathFlavour = path): boolean {
  const way = flavour.relative(folder, file);
  // To another drive there is no relative way, and `relative` gives back an absolute one [K-17].
  return way !== ".." && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way);
}
