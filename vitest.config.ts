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
    // Threads share a process: quick. A test that changes process state starts a process of its own for that.
    pool: "threads",
    isolate: false,
    // One more than there are cores: many tests wait for processes. With two more the browser tests starve.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    sequence: { sequencer: SlowestFirst },
    execArgv: ["--conditions=tenon:source"],
    // Tests start programs a thousand times, in homes of their own: what is compiled is kept here for all of them.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.tenon/compiled", import.meta.url)) },
    // Room for a slow machine: tests wait for events, so this is only ever reached when something hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tooling/closing-line-reporter.ts"],
  },
});
