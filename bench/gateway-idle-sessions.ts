/**
 * What `tenon serve`, as it is installed, keeps for an idle session: our own agent's, open, in the
 * journal, with the client attached that opened it.
 */

import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import type { Bench } from "./figure.ts";
import { installTenon } from "./gateway-process.ts";

const SESSIONS = 1_000;
const AT_ONCE = 20;
const SETTLE_MS = 3_000;

export const gatewayIdleSessions: Bench = {
  name: "gateway-idle-sessions",
  what: `memory of ${SESSIONS} idle sessions of \`tenon serve\``,
  async *run() {
    await using tenon = await installTenon();
    await using serving = await tenon.serve();
    using client = await serving.connect();
    const open = () => client.request("session/new", { cwd: tenon.folder, mcpServers: [] });
    // What is loaded and compiled for the first ones is not kept for each.
    for (let n = 0; n < AT_ONCE; n += 1) await open();
    await wait(SETTLE_MS);
    const before = memoryOf(serving.pid);
    for (let n = 0; n < SESSIONS; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, open));
    await wait(SETTLE_MS);
    const after = memoryOf(serving.pid);
    yield {
      what: `memory of each idle session, of ${SESSIONS}`,
      unit: "KB",
      measured: { name: "tenon serve", value: Math.max(0, after - before) / SESSIONS },
      // What one person leaves open in a day is then less than the program itself.
      baseline: { name: "300 KB", value: 300 },
      limit: 1,
    };
  },
};

/** KB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" }));
}
