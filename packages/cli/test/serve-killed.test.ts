/**
 * The gateway's one law, put to the test: `tenon serve` is killed in the middle of the turns of twenty sessions, again and
 * again, and its clients come back.
 *
 * Which moment it is, its seed decides: so many records after the prompts, or after every turn has come to where it stays.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { markedProcesses, seededRandom } from "@tenon/testkit";
import { stdioAgent } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { startModelServer } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { historyFaults } from "./editor-session/history-faults.ts";
import { type ServedGateway, startServe } from "./served/served-gateway.ts";
import { answerTo, mayGoOn, otherAgent, serverScript, serversOf, type TurnKind } from "./served/turns.ts";
import { createWitness } from "./served/witness.ts";

// `GATEWAY_KILLS` asks for another number, `GATEWAY_SEED` for other moments.
const KILLS = Number(process.env["GATEWAY_KILLS"] ?? 2);
const SEED = Number(process.env["GATEWAY_SEED"] ?? 1);
const KINDS: readonly TurnKind[] = [
  ...Array.from({ length: 7 }, () => "speak" as const),
  ...Array.from({ length: 4 }, () => "call" as const),
  ...Array.from({ length: 3 }, () => "ask" as const),
  ...Array.from({ length: 3 }, () => "command" as const),
  "several",
  "other-agent",
  "other-agent",
];
const MOST_RECORDS = 300;

it(
  `[N-01] [M-02] [M-03] [E-01] killed ${KILLS} times in the middle of ${KINDS.length} turns, it loses nothing that a client was told (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    await using data = await dataFolder();
    const { folder } = data;
    const mark = { name: "TENON_TEST_KILLED", value: folder };
    const marked = { [mark.name]: mark.value };
    const faults: string[] = [];
    await using server = await stdioServer(serverScript);
    await using provider = await startModelServer({
      script(request) {
        faults.push(...historyFaults(request));
        return answerTo(request);
      },
    });
    const { command, args, env = {} } = stdioAgent(otherAgent);
    const other = [command, ...args].join(" ");
    const start = () =>
      startServe({
        data: folder,
        flags: ["--model", "openai-compatible/gpt-oss-120b", "--agent", "tenon", "--agent", other],
        environment: { ...provider.environment, ...env, ...marked },
      });
    let onRecord = () => {};
    const witnesses = KINDS.map((kind) =>
      createWitness({
        kind,
        agent: kind === "other-agent" ? other : "tenon",
        place: { cwd: folder, mcpServers: serversOf(kind, server, marked) },
        onRecord: () => onRecord(),
      }),
    );

    for (let kill = 0; kill <= KILLS; kill += 1) {
      await using gateway = await start();
      await Promise.all(witnesses.map((witness) => witness.come(gateway, random() < 0.3 ? "load" : "resume")));
      // A turn that waited for a person goes on; all others are closed before a client is let in.
      expect(witnesses.filter(({ kind }) => !mayGoOn(kind)).flatMap((witness) => witness.open())).toEqual([]);
      await Promise.all(witnesses.map((witness) => witness.finish()));
      await expect.poll(() => witnesses.flatMap((witness) => witness.open()), { timeout: 30_000 }).toEqual([]);
      if (kill < KILLS) await killInTheMiddle(gateway);
      else await endInPeace(gateway);
      await gateway.ended;
      await markedProcesses(mark).gone({ within: 30_000 });
      expect([...faults, ...witnesses.flatMap((witness) => witness.faults)]).toEqual([]);
    }

    /** All turns have come to where they stay, and what they have started runs. */
    async function allStay(staying: Promise<unknown>): Promise<void> {
      await staying;
      const programs = async () => (await markedProcesses(mark).living()).map(({ command }) => command).join("\n");
      for (const program of ["sleep 600", server.args.join(" "), args.join(" ")]) {
        await expect.poll(programs, { timeout: 30_000 }).toContain(program);
      }
    }

    async function endInPeace(gateway: ServedGateway): Promise<void> {
      await Promise.all(witnesses.map((witness) => witness.compare()));
      await Promise.all(witnesses.map((witness) => witness.leave()));
      gateway.kill("SIGTERM");
    }

    async function killInTheMiddle(gateway: ServedGateway): Promise<void> {
      const isLate = random() < 0.5;
      const records = Math.floor(random() * MOST_RECORDS);
      const staying = Promise.all(witnesses.map((witness) => witness.begin()));
      if (isLate) await allStay(staying);
      else staying.catch(() => {}); // killed before
      let left = records;
      await new Promise<void>((resolve) => {
        onRecord = () => {
          left -= 1;
          if (left > 0) return;
          gateway.kill("SIGKILL");
          resolve();
        };
        if (left === 0) onRecord();
      });
      await Promise.all(witnesses.map((witness) => witness.left()));
      onRecord = () => {};
    }
  },
  60_000 + KILLS * 60_000,
);

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-killed-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
