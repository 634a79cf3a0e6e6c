/**
 * The one way to standard output.
 *
 * Loading this module takes standard output away from everybody else: whatever a library prints with console.log, with
 * process.stdout or on file descriptor 1 goes to standard error. An editor reads our standard output as a protocol, and
 * one stray line breaks the session. It must therefore be the first import of the program, and its state is the
 * process's own.
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const STDOUT = 1;
const STDERR = 2;

const realWrite = process.stdout.write.bind(process.stdout);

/** Resolves when the operating system has taken it; rejects when nobody reads any more. */
export function writeStdout(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    realWrite(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

// Each failed write rejects its own promise; without a listener the stream would also bring the process down.
process.stdout.on("error", () => {});
process.stdout.write = process.stderr.write.bind(process.stderr);

redirect("write");
redirect("writeSync");
redirect("writev");
redirect("writevSync");
syncBuiltinESMExports();

function redirect(name: "write" | "writeSync" | "writev" | "writevSync"): void {
  const original: unknown = fs[name];
  if (typeof original !== "function") return;
  const redirected = (descriptor: number, ...rest: unknown[]): unknown =>
    Reflect.apply(original, fs, [descriptor === STDOUT ? STDERR : descriptor, ...rest]);
  Object.defineProperty(fs, name, { value: redirected, configurable: true, enumerable: true, writable: true });
}
