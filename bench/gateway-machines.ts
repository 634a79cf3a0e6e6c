/**
 * A streaming session that two hundred readers watch: all on the machine that has it open, and half of them on a second
 * machine, which reads what they get from the Postgres that both share. Both setups run on the same Postgres, in turns.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { startPostgres } from "@tenon/testkit/postgres";

import { type Bench, median } from "./figure.ts";
import { program, startReaders } from "./gateway-fan-out.ts";
import { installTenon, type InstalledTenon, type ServingTenon } from "./gateway-process.ts";

const READERS = 200;
const ROUNDS = 7;
const WARM_UP = 2;
const STREAM = { chunks: 1_000, apartMs: 0 };

export const gatewayMachines: Bench = {
  name: "gateway-machines",
  what: `a streaming session that ${READERS} readers watch on two machines and on one`,
  async *run() {
    await using server = await startPostgres({ fsync: true });
    await using database = await server.createDatabase();
    await using tenon = await installTenon();
    const store = join(tenon.folder, "store");
    await writeFile(store, database.url);
    await using one = await startMachines(tenon, store, 1);
    await using two = await startMachines(tenon, store, 2);
    const times = { one: [] as number[], two: [] as number[] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const both = [await one.stream(), await two.stream()] as const;
      if (round < 0) continue;
      times.one.push(both[0]);
      times.two.push(both[1]);
    }
    yield {
      what: `one message to one of ${READERS} readers, at full speed, median of ${ROUNDS} rounds`,
      unit: "µs",
      measured: { name: "two machines", value: median(times.two) },
      baseline: { name: "one machine", value: median(times.one) },
      // At least four fifths as many messages a second.
      limit: 1 / 0.8,
    };
  },
};

/** The session is on the first machine; each machine has its part of the readers. */
async function startMachines(tenon: InstalledTenon, store: string, count: number) {
  const agent = [process.execPath, program("chunk-agent")];
  const machines: ServingTenon[] = [];
  for (let n = 0; n < count; n += 1) machines.push(await tenon.serve({ agent, flags: ["--store", store] }));
  const [first] = machines;
  if (!first) throw new Error("There is no machine");
  const client = await first.connect();
  const _meta = { tenon: { agent: agent.join(" ") } };
  const { sessionId } = await client.request("session/new", { cwd: tenon.folder, mcpServers: [], _meta });
  const each = READERS / count;
  const readers = await Promise.all(
    machines.map(({ url, token }) => startReaders({ url: `${url}/feed/${sessionId}`, token, count: each })),
  );
  return {
    /** Microseconds of one message to one reader, until the last machine has sent all. */
    async stream(): Promise<number> {
      let prompting: Promise<unknown> | undefined;
      const prompt = async (text: string) => {
        prompting ??= client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
        await prompting;
      };
      const rounds = await Promise.all(readers.map((some) => some.watch(STREAM, first.pid, prompt)));
      return Math.max(...rounds.map((round) => round.each)) / count;
    },
    async [Symbol.asyncDispose]() {
      for (const some of readers) await some[Symbol.asyncDispose]();
      client[Symbol.dispose]();
      for (const machine of machines) await machine[Symbol.asyncDispose]();
    },
  };
}
