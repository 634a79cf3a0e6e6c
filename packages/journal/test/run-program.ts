/**
 * Runs one of the programs in `fixtures` in a process of its own.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
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

/** `file` is what `programFile` or `bundleProgram` names. */
export function runProgram(file: string, args: readonly string[]): Program {
  const child = spawn(process.execPath, ["--conditions=tenon:source", file, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // What is still being written when it is killed has no reader.
  child.stdin.on("error", () => {});
  const gone = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} has ended`);
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

/** Resolves with one file for a program that is started often: its modules one by one take twice as long to load. */
export async function bundleProgram(name: string, folder: string): Promise<string> {
  const { build } = await import("tsdown"); // seldom needed, and large
  await build({
    config: false,
    entry: programFile(name),
    outDir: folder,
    dts: false,
    logLevel: "error",
    platform: "node",
    deps: { alwaysBundle: [/.*/] },
    inputOptions: { resolve: { conditionNames: ["tenon:source", "node", "default"] } },
  });
  return join(folder, `${name}.mjs`);
}

export function programFile(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}.ts`, import.meta.url));
}
