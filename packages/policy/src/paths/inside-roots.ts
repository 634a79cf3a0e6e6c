/**
 * Whether a path lies in one of the folders a session may use, wherever links lead. Use the path it gives, not the one
 * that was asked for.
 */

import { isInside } from "./is-inside.ts";
import { realPathOf } from "./real-path.ts";

export type PathCheck =
  | {
      readonly isInside: true;
      /** Absolute and real. */
      readonly path: string;
      readonly root: string;
    }
  | { readonly isInside: false; readonly reason: string; readonly path?: string };

/** Path and roots must be absolute. Rejects if the system refuses to say. */
export async function insideRoots(path: string, roots: readonly string[]): Promise<PathCheck> {
  const real = await realPathOf(path);
  if ("problem" in real) return { isInside: false, reason: real.problem };
  for (const root of roots) {
    const realRoot = await realPathOf(root);
    if ("path" in realRoot && isInside(real.path, realRoot.path)) {
      return { isInside: true, path: real.path, root: realRoot.path };
    }
  }
  return { isInside: false, path: real.path, reason: "It resolves outside the session's folders." };
}
