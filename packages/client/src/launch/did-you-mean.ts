/** The candidate that is nearest to what was typed, if it is near enough for a slip. */
export function didYouMean(typed: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(typed.toLowerCase(), candidate) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [nearest] = ranked;
  const most = Math.min(2, Math.floor(typed.length / 2));
  return nearest && nearest.distance <= most ? nearest.candidate : undefined;
}

/** How many letters have to be put in, left out or changed to come from one to the other. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [at, wanted] of Array.from(other).entries()) {
      const changed = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
