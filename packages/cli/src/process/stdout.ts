/**
 * The one way to standard output.
 *
 * Loading this module takes standard output away from the rest of the program: what a library prints with console.log, with
 * process.stdout or on file descriptor 1 goes to standard error. An editor reads our standard output as a protocol, and
 * one stray line breaks the session. It must therefore be the first import of the program, and its state is the
 * process's own.
 */

import { syncBuiltinESMExports } from "node:module";

// Importing node:fs as a module would load all of its streams too, and this comes before everything else.
const fs = process.getBuiltinModule("node:fs");

const realWrite = process.stdout.write.bind(process.stdout);

/** Resolves when the operating system has taken it; rejects when standard output is closed. */
export function writeStdout(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    realWrite(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

// More than a page of messages; a reader that is slower than that is waited for.
const MAX_BUFFERED = 64 * 1024;

/**
 * A promise only if a lot is buffered; it rejects when standard output is closed. Chunks of one tick are written together:
 * a write per message would cost more than everything else about it.
 */
export function queueStdout(chunk: Uint8Array): Promise<void> | undefined {
  if (failure) return Promise.reject(failure);
  if (process.stdout.writableCorked === 0) {
    process.stdout.cork();
    process.nextTick(() => process.stdout.uncork());
  }
  if (process.stdout.writableLength + chunk.length >= MAX_BUFFERED) return writeStdout(chunk);
  // If it fails, the next call rejects.
  realWrite(chunk);
  return undefined;
}

let failure: Error | undefined;

// Each failed write rejects its own promise; without a listener the stream would also bring the process down.
process.stdout.on("error", (error) => (failure ??= error));
process.stdout.write = process.stderr.write.bind(process.stderr);

const STDOUT = 1;
redirect("writeSync", (args) => divert(args));
redirect("write", (args) => answer(args, divert(args)));
redirect("writevSync", ([buffers]) => divertAll(buffers));
redirect("writev", (args) => answer(args, divertAll(args[0])));
syncBuiltinESMExports();

type Arguments = readonly unknown[];

/** Replaces a function of node:fs for file descriptor 1. */
function redirect(name: "write" | "writeSync" | "writev" | "writevSync", instead: (args: Arguments) => unknown): void {
  const original: unknown = fs[name];
  if (typeof original !== "function") return;
  const value = (descriptor: number, ...rest: unknown[]): unknown =>
    descriptor === STDOUT ? instead(rest) : Reflect.apply(original, fs, [descriptor, ...rest]);
  Object.defineProperty(fs, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Through the stream and not on descriptor 2, where a full pipe would make the print throw. */
function divert([data, offset, length]: Arguments): number {
  const bytes = ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).subarray(...range(offset, length))
    : Buffer.from(String(data));
  process.stderr.write(bytes);
  return bytes.length;
}

function divertAll(buffers: unknown): number {
  return Array.isArray(buffers) ? buffers.reduce((total: number, buffer) => total + divert([buffer]), 0) : 0;
}

function range(offset: unknown, length: unknown): [start: number, end?: number] {
  const start = typeof offset === "number" ? offset : 0;
  return typeof length === "number" ? [start, start + length] : [start];
}

/** Calls the callback, which is the last argument, as node:fs would. */
function answer(args: Arguments, written: number): void {
  const callback = args.at(-1);
  if (typeof callback === "function") process.nextTick(() => callback(null, written, args[0]));
}
