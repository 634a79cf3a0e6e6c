/** A time in words: "250 ms", "30 s", "118.4 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.ceil(milliseconds)} ms`;
  return `${Math.ceil(milliseconds / 100) / 10} s`;
}
