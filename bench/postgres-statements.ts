/**
 * How often a journal in Postgres asks its database: for sessions that are idle, for what is streamed, and for a whole turn. As
 * the database counts transactions; the journal makes one of each statement.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { openPostgresJournal, openPostgresPool } from "@tenon/journal/postgres";
import { type PostgresServer, startPostgres } from "@tenon/testkit/postgres";

import type { Bench } from "./figure.ts";
import { installTenon } from "./gateway-process.ts";

const FEW = 10;
const MANY = 1_000;
const WATCHED_MS = 15_000;
const MESSAGES = 500;
const TURNS = 20;
// What an idle connection has done is counted up to ten seconds late.
const SETTLE_MS = 11_000;

export const postgresStatements: Bench = {
  name: "postgres-statements",
  what: "statements of a journal in Postgres",
  async *run() {
    await using server = await startPostgres();
    yield {
      what: `statements in ${WATCHED_MS / 1_000} s with idle sessions`,
      unit: "statements",
      measured: { name: `${MANY} sessions`, value: await whileIdle(server, MANY) },
      baseline: { name: `${FEW} sessions`, value: await whileIdle(server, FEW) },
      // One machine looks and renews; a session asks for nothing.
      limit: 1.25,
    };
    yield {
      what: `statements for ${MESSAGES} messages, 5 ms apart, with notifications and looks`,
      unit: "statements",
      measured: { name: "journal", value: await whileStreaming(server) },
      baseline: { name: "one for each message", value: MESSAGES },
      limit: 1.5,
    };
    const { statements, records } = await perTurn(server);
    yield {
      what: `statements for one of ${TURNS} turns of our agent in a gateway, beyond those of an idle one, with notifications and looks`,
      unit: "statements",
      measured: { name: "turn", value: statements },
      baseline: { name: "one for each record", value: records },
      limit: 1.5,
    };
  },
};

async function whileIdle(server: PostgresServer, count: number): Promise<number> {
  await using database = await server.createDatabase();
  await using journal = await openPostgresJournal(database);
  for (let made = 0; made < count; made += FEW)
    await Promise.all(
      Array.from({ length: FEW }, (_, n) => journal.create({ id: `${made + n}`, cwd: "/", agent: "bench" })),
    );
  await wait(SETTLE_MS);
  return await counted(server, database.name, () => wait(WATCHED_MS));
}

async function whileStreaming(server: PostgresServer): Promise<number> {
  await using database = await server.createDatabase();
  await using journal = await openPostgresJournal(database);
  await using writer = await journal.create({ id: "a", cwd: "/", agent: "bench" });
  await wait(SETTLE_MS);
  return await counted(server, database.name, async () => {
    for (let n = 0; n < MESSAGES; n += 1) {
      await writer.append({ from: "agent", text: `{"jsonrpc":"2.0","method":"session/update","params":{"n":${n}}}` });
      await wait(5);
    }
    await wait(SETTLE_MS);
  });
}

/** Of an installed gateway with one client: everything that a turn costs, from its prompt to its end. */
async function perTurn(server: PostgresServer) {
  await using database = await server.createDatabase();
  await using tenon = await installTenon();
  const store = join(tenon.folder, "store");
  await writeFile(store, database.url);
  await using machine = await tenon.serve({ flags: ["--store", store] });
  using client = await machine.connect();
  const { sessionId } = await client.request("session/new", { cwd: tenon.folder, mcpServers: [] });
  const prompt = () => client.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "hello" }] });
  // The first one also names the session.
  await prompt();
  const recordsBefore = await recordsIn(database.url);
  await wait(SETTLE_MS);
  const [idle, idleMs] = await countedFor(server, database.name, () => wait(WATCHED_MS));
  const [busy, busyMs] = await countedFor(server, database.name, async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await prompt();
    await wait(SETTLE_MS);
  });
  const records = (await recordsIn(database.url)) - recordsBefore;
  return { statements: (busy - (idle * busyMs) / idleMs) / TURNS, records: records / TURNS };
}

async function recordsIn(url: string): Promise<number> {
  const pool = openPostgresPool({ url });
  try {
    const { rows } = await pool.query<{ sum: unknown }>("SELECT sum(last_seq) FROM tenon_sessions");
    return Number(rows[0]?.sum);
  } finally {
    await pool.end();
  }
}

async function countedFor(server: PostgresServer, name: string, work: () => Promise<unknown>) {
  const begunAt = performance.now();
  const statements = await counted(server, name, work);
  return [statements, performance.now() - begunAt] as const;
}

async function counted(server: PostgresServer, name: string, work: () => Promise<unknown>): Promise<number> {
  const before = await transactions(server, name);
  await work();
  return (await transactions(server, name)) - before;
}

async function transactions(server: PostgresServer, name: string): Promise<number> {
  const sql = "SELECT xact_commit FROM pg_stat_database WHERE datname = $1";
  return Number((await server.administer(sql, [name]))[0]?.["xact_commit"]);
}
