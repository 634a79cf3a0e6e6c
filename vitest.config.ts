import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import SlowestFirst from "./tooling/slowest-first.ts";

const source = { conditions: ["tenon:source"] };

export default defineConfig({
  ssr: { resolve: source },
  resolve: source,
  test: {
    include: ["packages/*/test/**/*.test.ts", "tooling/test/**/*.test.ts", "examples/**/*.test.ts"],
    // A process for each worker, not a thread: starting a program copies the page tables of all that a process holds, and
    // stops all its threads meanwhile. One process for many files: a test that changes process state starts its own.
    pool: "forks",
    isolate: false,
    // Two more than there are cores: many tests wait for processes, and a quarter of the time no core had work with one more.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    sequence: { sequencer: SlowestFirst },
    // With a larger young generation most of what a test allocates is gone before it would be copied.
    execArgv: ["--conditions=tenon:source", "--min-semi-space-size=16", "--max-semi-space-size=64"],
    env: {
      // Tests start programs a thousand times, in homes of their own: what is compiled is kept here for all of them.
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.tenon/compiled", import.meta.url)),
      // Tests read English, also on the machine of a Chinese developer.
      LC_ALL: "",
      LC_MESSAGES: "C",
    },
    globalSetup: ["./tooling/bundle-test-programs.ts", "./tooling/temporary-in-memory.ts"],
    // Room for a slow machine: tests wait for events, so this is only ever reached when something hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is over before a loaded machine has drawn a page.
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default", "./tooling/closing-line-reporter.ts"],
  },
});
