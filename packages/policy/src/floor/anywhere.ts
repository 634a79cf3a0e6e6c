/**
 * Patterns for a path in any folder, on any drive. They are absolute on purpose: only a rule that names the path by
 * its whole path is narrower, so `allow **` of a mode or of the user does not lower the floor.
 */
export function anywhere(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [`/**/${path}`, `*:/**/${path}`]);
}
