/**
 * `npm run kills [times]`: kills `tenon wrap` with SIGKILL, with SIGTERM and by closing its input, twenty times each or as
 * often as asked, at moments that differ from run to run, with an agent that has children and ten MCP servers. Fails if
 * a process is left. The seed of a run is shown, and `KILLS_SEED` repeats it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

const TIMES = 20;
const TEST = "packages/cli/test/wrap/killed.test.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const [times = String(TIMES)] = positionals;
if (!/^[1-9]\d*$/.test(times)) {
  console.error(`The number of kills must be a positive integer, not ${times}.`);
  process.exit(2);
}
const seed = process.env["KILLS_SEED"] ?? String(Date.now() % 1_000_000);
console.log(`${times} kills of each kind, seed ${seed}`);
const child = spawn(process.execPath, ["tooling/node.mjs", "--bin", "vitest", "run", TEST], {
  stdio: "inherit",
  env: { ...process.env, WRAP_KILLS: times, WRAP_SEED: seed },
});
const [code] = await once(child, "exit");
process.exitCode = typeof code === "number" ? code : 1;
