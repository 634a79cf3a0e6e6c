/**
 * Runs commands of an installed `tenon` in one process, each with modules, environment and streams of its own, as if it were
 * a process of its own. A start of Node.js and the compiling for it cost ten times as much as most commands.
 */

import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

import type { Command, CommandResult } from "./resident-tenon.ts";

interface Bundle {
  load(name: string): void;
}

const [, , installation = ""] = process.argv;
const { openBundle }: { openBundle(dist: string, caches: string): Bundle } = await import(
  pathToFileURL(`${installation}/bin/load-bundle.mjs`).href
);
const fs = process.getBuiltinModule("node:fs");

process.on("message", (command: Command) => {
  void run(command).then((result) => process.send?.(result));
});
process.on("disconnect", () => process.exit());

async function run({ args, cwd, env, columns }: Command): Promise<CommandResult> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, `${installation}/bin/tenon.mjs`, ...args];
  const [stdout, stderr] = [textSink(), textSink()];
  if (columns !== undefined) Object.assign(stdout.stream, { isTTY: true, columns });
  using _streams = replaced(process, { stdin: Readable.from([]), stdout: stdout.stream, stderr: stderr.stream });
  // `src/process/stdout.ts` replaces these when it is loaded.
  const { write, writeSync, writev, writevSync } = fs;
  using _writes = replaced(fs, { write, writeSync, writev, writevSync });
  using listeners = addedListeners();
  openBundle(`${installation}/dist`, env["NODE_COMPILE_CACHE"] ?? "").load("main.js");
  await Reflect.get(globalThis, Symbol.for("tenon.ended"));
  const code = Number(process.exitCode ?? 0);
  listeners.exit(code);
  process.exitCode = undefined;
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function textSink() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Sets properties, and has the former ones back in the end. */
function replaced<Target extends object>(target: Target, values: Partial<Record<keyof Target, unknown>>): Disposable {
  const names = Object.keys(values);
  const former = names.map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { configurable: true, enumerable: true, writable: true, value });
  }
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of former) Object.defineProperty(target, name, descriptor ?? {});
    },
  };
}

/** Removes the listeners that were added to the process meanwhile: a signal or an error is not for a command that ended. */
function addedListeners(): Disposable & { exit(code: number): void } {
  const known = new Set(process.eventNames().flatMap((name) => process.rawListeners(name)));
  const added = (name: string | symbol) => process.rawListeners(name).filter((listener) => !known.has(listener));
  return {
    exit(code) {
      for (const listener of added("exit")) listener.call(process, code);
    },
    [Symbol.dispose]() {
      for (const name of process.eventNames()) {
        for (const listener of added(name)) {
          process.removeListener(name, listener as () => void);
        }
      }
    },
  };
}
