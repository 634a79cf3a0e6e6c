/**
 * Asks a person for secrets, line by line and without an echo.
 */

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";

export interface HiddenAnswers extends Disposable {
  /** Undefined at the end of the input, and for Ctrl-C. */
  ask(question: string): Promise<string | undefined>;
}

/** `input` is standard input, or a terminal where that is taken. */
export function hiddenAnswers(input: NodeJS.ReadStream | ReadStream = process.stdin): HiddenAnswers {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output, terminal: input.isTTY });
  reader.once("SIGINT", () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(question) {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      return done ? undefined : value.trim();
    },
    [Symbol.dispose]: () => reader.close(),
  };
}
