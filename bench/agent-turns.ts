/**
 * The rows of the side-by-side table that are about turns, against the libraries that our agent stands on: what they cost
 * without us is the floor.
 */

import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Bench, median } from "./figure.ts";
import { installTenon } from "./install-tenon.ts";
import { bundleFloor } from "./side-by-side/bundle-floor.ts";
import { floorPeer, type Peer, tenonPeer } from "./side-by-side/peer.ts";
import { type Measured, rows } from "./side-by-side/rows.ts";
import { startScriptedModel } from "./side-by-side/scripted-model.ts";

const ROWS: ReadonlySet<string> = new Set(["calls", "calls at once", "deltas"]);
// Ours also waits for the disk, redacts, asks the policy and keeps a history.
const LIMITS = { ms: 4, "processor ms": 3 };
// In turns, so that both meet the same machine: a single round has differed from the next by a third.
const ROUNDS = 3;

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
      const floor = floorPeer(await bundleFloor(join(folder, "bundled")), join(folder, "floor/project"), model);
      const tenon = tenonPeer(await installTenon(join(folder, "installed")), join(folder, "tenon/project"), model);
      const rounds: { readonly floor: Measured; readonly ours: Measured }[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({ floor: await measure(floor), ours: await measure(tenon) });
      const of = (side: "floor" | "ours", what: string) =>
        median(rounds.map((round) => round[side][what] ?? Number.NaN));
      for (const what of Object.keys(rounds[0]?.ours ?? {})) {
        yield {
          what,
          unit: "ms",
          measured: { name: "tenon", value: of("ours", what) },
          baseline: { name: "the libraries", value: of("floor", what) },
          limit: what.includes("processor") ? LIMITS["processor ms"] : LIMITS.ms,
        };
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
