/**
 * The question about a path, with every link followed first. Open the path of the subject, not the one that was asked
 * for, and without following a link that may have been put there since.
 */

import type { Access, PathSubject } from "../subject.ts";
import { realPathOf } from "./real-path.ts";

/** Path and roots must be absolute. Rejects if the system refuses to say where they lead. */
export async function pathSubject(question: {
  readonly access: Access;
  readonly path: string;
  readonly roots: readonly string[];
}): Promise<{ readonly subject: PathSubject } | { readonly problem: string }> {
  const { access, path: asked, roots } = question;
  const real = await realPathOf(asked);
  if ("problem" in real) return real;
  const realRoots = await Promise.all(roots.map(realPathOf));
  const usable = realRoots.flatMap((root) => ("path" in root ? [root.path] : []));
  return { subject: { type: "path", access, path: real.path, asked, roots: usable } };
}
