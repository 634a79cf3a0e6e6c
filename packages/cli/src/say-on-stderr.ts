/** For whoever sits at the terminal; what has a log of its own says it there. */
export function sayOnStderr(line: string): void {
  process.stderr.write(`tenon: ${line}\n`);
}
