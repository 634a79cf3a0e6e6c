/**
 * Preloaded into a process under test: throws where nothing can catch it, when a child that was started with TENON_INJECT
 * in its environment writes that word. SIGUSR2 throws on behalf of no session.
 */

import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const faults = {
  listener: (error) => {
    throw error;
  },
  timer: (error) => setTimeout(() => faults.listener(error)),
  tick: (error) => process.nextTick(() => faults.listener(error)),
  microtask: (error) => queueMicrotask(() => faults.listener(error)),
  rejection: async (error) => {
    throw error;
  },
};

const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  const word = args.at(-1)?.env?.TENON_INJECT;
  if (word === undefined) return child;
  child.stdout.on("data", (chunk) => {
    const [, fault] = new RegExp(`${word}-(\\w+)`).exec(chunk.toString()) ?? [];
    if (fault) faults[fault](new Error(`injected ${fault}`));
  });
  return child;
};
syncBuiltinESMExports();

process.on("SIGUSR2", () => faults.listener(new Error("injected signal")));
