import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Anything but yes is no, also the end of the input. */
export async function askYesOrNo(
  question: string,
  { input, output }: { readonly input: Readable; readonly output: Writable } = {
    input: process.stdin,
    output: process.stderr,
  },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // Not as a terminal: that takes Ctrl-C away from the system, which ends the command by it.
  const lines = createInterface({ input, terminal: false });
  try {
    for await (const line of lines) return /^y(?:es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}
