/** A question on the terminal; without one to ask on, the answer is no. */

import { createInterface } from "node:readline/promises";

import { UsageError } from "../../process/usage-error.ts";

export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("There is no terminal to ask on; --yes answers yes");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
