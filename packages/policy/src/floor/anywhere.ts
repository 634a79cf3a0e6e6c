/**
 * Patterns for a place in any folder, on any drive. They are absolute on purpose: only a rule that names the place by
 * its whole path is narrower, so `allow **` of a mode or of the user does not lower the floor.
 */
export function anywhere(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => [`/**/${place}`, `*:/**/${place}`]);
}
