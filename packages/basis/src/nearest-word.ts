/**
 * Which of the known words was probably meant: the one that takes the fewest changes, if those are few for its length.
 * Case and separators do not count: `mcp_servers` is `mcpServers`.
 */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const changes = editDistance(plain(word), plain(candidate));
    if (changes < fewest && changes <= Math.max(1, Math.floor(candidate.length / 3))) {
      nearest = candidate;
      fewest = changes;
    }
  }
  return nearest;
}

/** How many letters to insert, delete, replace or swap with the next (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

// Names come from models and servers: a long one must not cost the square of its length.
const MAX_LENGTH = 64;

function plain(word: string): string {
  return word
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
