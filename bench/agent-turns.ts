/**
 * The rows of the side-by-side table that are about turns, against the libraries that our agent stands on: what they cost
 * without us is the floor.
 */

import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Bench } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";
import { bundleFloor } from "./side-by-side/bundle-floor.ts";
import { floorPeer, type Peer, tenonPeer } from "./side-by-side/peer.ts";
import { type Measured, rows } from "./side-by-side/rows.ts";
import { startScriptedModel } from "./side-by-side/scripted-model.ts";

const ROWS: ReadonlySet<string> = new Set(["calls", "calls at once", "deltas"]);
// Ours also waits for the disk, redacts, asks the policy and keeps a history.
const LIMITS = { ms: 4, "processor ms": 3 };

export const agentTurns: Bench = {
  name: "agent-turns",
  what: "calls and deltas in turns of `tenon agent` as it is installed, against an agent on the same libraries and no more",
  async *run() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-bench-")));
    try {
      await using model = await startScriptedModel();
      const { signal } = new AbortController();
      const measure = async (peer: Peer): Promise<Measured> => {
        await mkdir(peer.folder, { recursive: true });
        const chosen = rows.filter(({ name }) => ROWS.has(name));
        const measured: Measured[] = [];
        for (const row of chosen) measured.push(await row.measure({ peer, model, signal }));
        return Object.assign({}, ...measured);
      };
      const floorProgram = await bundleFloor(join(folder, "bundled"));
      const floor = await measure(floorPeer(floorProgram, join(folder, "floor/project"), model));
      const program = await installTenon(join(folder, "installed"));
      const ours = await measure(tenonPeer(program, join(folder, "tenon/project"), model));
      for (const [what, value] of Object.entries(ours)) {
        yield {
          what,
          unit: "ms",
          measured: { name: "tenon", value },
          baseline: { name: "the libraries", value: floor[what] ?? Number.NaN },
          limit: what.includes("processor") ? LIMITS["processor ms"] : LIMITS.ms,
        };
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
