/**
 * Runs one of the programs in `fixtures` in a process of its own.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Program extends AsyncDisposable {
  /** The next line that it prints; rejects if it ends first. */
  nextLine(): Promise<string>;
  /** All that it has printed and not been asked for, when it has ended. */
  rest(): Promise<readonly string[]>;
  write(line: string): void;
  end(): void;
  /** Ends it without a word, and waits until it is gone. */
  kill(): Promise<void>;
}

export function runProgram(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, ["--conditions=tenon:source", programFile(name), ...args], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // What is still being written when it is killed has nobody to read it.
  child.stdin.on("error", () => {});
  const gone = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} has ended`);
      return value;
    },
    rest: () => Array.fromAsync({ [Symbol.asyncIterator]: () => lines }),
    write: (line) => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    kill,
    [Symbol.asyncDispose]: kill,
  };

  async function kill() {
    child.kill("SIGKILL");
    await gone;
  }
}

export function programFile(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));
}
