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

const STDOUT = 1;
const realWriteSync = fs.writeSync;
let failure: Error | undefined;
let taken: { readonly stream: typeof process.stdout; readonly write: typeof process.stdout.write } | undefined;

/** Without Node's streams, which take longer to load than all that the first answer needs. Throws what node:fs does. */
export function writeStdoutSync(line: string): void {
  realWriteSync(STDOUT, line);
}

/** Resolves when the operating system has taken it; rejects when standard output is closed. */
export function writeStdout(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    takeStdout().write(chunk, (error) => (error ? reject(error) : resolve()));
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
  const { stream, write } = takeStdout();
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  if (stream.writableLength + chunk.length >= MAX_BUFFERED) return writeStdout(chunk);
  // If it fails, the next call rejects.
  write(chunk);
  return undefined;
}

const ownStdout = Object.getOwnPropertyDescriptor(process, "stdout") ?? {};
Object.defineProperty(process, "stdout", { configurable: true, enumerable: true, get: () => takeStdout().stream });

/** Opens the stream when it is first used, by whomever. */
function takeStdout(): NonNullable<typeof taken> {
  if (taken) return taken;
  Object.defineProperty(process, "stdout", ownStdout);
  const { stdout: stream } = process;
  taken = { stream, write: stream.write.bind(stream) };
  // Each failed write rejects its own promise; without a listener the stream would also bring the process down.
  stream.on("error", (error) => (failure ??= error));
  stream.write = process.stderr.write.bind(process.stderr);
  return taken;
}

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
