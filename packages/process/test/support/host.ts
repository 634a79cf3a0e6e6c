/**
 * A program that uses the package in a process of its own, to be killed.
 */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { readLines } from "./read-lines.ts";

/** The arguments with which Node.js runs it from its sources. */
export const hostArgs = [
  "--conditions=tenon:source",
  fileURLToPath(new URL("../fixtures/host.ts", import.meta.url)),
] as const;

/** Everything that comes of it, the host and its watcher included, has `mark` in its environment. */
export function startHost() {
  const mark = `test-${randomUUID()}`;
  const env = { PATH: process.env["PATH"], PROCESS_TEST: mark, TENON_TREE: `${mark}.0` };
  const host = spawn(process.execPath, hostArgs, { env, stdio: ["pipe", "pipe", "inherit"] });
  const { pid, stdin } = host;
  if (pid === undefined) throw new Error("The host could not be started");
  const nextLine = readLines(host.stdout);
  const left = once(host, "exit");
  return {
    mark,
    pid,
    left,
    /** Tells it what to do and resolves with its answer. */
    async ask(word: string): Promise<string> {
      stdin.write(`${word}\n`);
      return nextLine();
    },
    leave: () => stdin.end(),
    async [Symbol.asyncDispose]() {
      host.kill("SIGKILL");
      await left;
    },
  };
}
