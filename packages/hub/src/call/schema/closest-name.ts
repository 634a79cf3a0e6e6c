/**
 * The name that was probably meant: the same but for case and separators, one inside the other, or a few slips apart.
 */

const LONGEST = 64;
const MOST = 200;

export function closestName(name: string, names: readonly string[]): string | undefined {
  const plainName = plain(name);
  let closest: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of names.slice(0, MOST)) {
    const distance = distanceBetween(plainName, plain(candidate));
    if (distance !== undefined && distance < (closest?.distance ?? Infinity)) closest = { name: candidate, distance };
  }
  return closest?.name;
}

function plain(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** How far apart two names are, or nothing if they have little to do with each other. */
function distanceBetween(a: string, b: string): number | undefined {
  if (a === b) return 0;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.includes(short)) return 1;
  const distance = slips(a, b);
  return distance <= Math.floor((long.length + 1) / 3) ? distance : undefined;
}

/** How many letters have to be put in, taken out or changed. */
function slips(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, last[column]! + 1, current[column - 1]! + 1));
    }
    last = current;
  }
  return last[b.length]!;
}
