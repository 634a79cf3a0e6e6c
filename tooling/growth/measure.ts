/**
 * What sessions cost the Postgres that machines share: while they are idle, and while they stream.
 */

import { setTimeout as wait } from "node:timers/promises";

import { eventRecord, type SessionWriter } from "@tenon/journal";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { type PostgresServer, startPostgres } from "@tenon/testkit/postgres";

export interface Growth {
  readonly idle: readonly Cost[];
  readonly streaming: readonly Cost[];
}

/** Of one machine with so many sessions. */
export interface Cost {
  readonly sessions: number;
  readonly statementsPerSecond: number;
  readonly writtenKbPerSecond: number;
  /** Of the renewal of all leases, or of one append until it is durable. */
  readonly medianMs: number;
  /** Part of one core that the machine's own process takes. */
  readonly processor: number;
}

const IDLE = [100, 1_000, 10_000];
const STREAMING = [10, 100];
const AT_ONCE = 20;
const WATCHED_MS = 15_000;
// As fast as a quick model speaks.
const CHUNK_MS = 50;
// What an idle connection has done is counted up to ten seconds late.
const SETTLE_MS = 11_000;

export async function measureGrowth(onCost: (what: string, cost: Cost) => void): Promise<Growth> {
  await using server = await startPostgres({ fsync: true });
  const growth = { idle: [] as Cost[], streaming: [] as Cost[] };
  for (const sessions of IDLE) growth.idle.push(await measure(server, sessions, idle));
  for (const cost of growth.idle) onCost("idle", cost);
  for (const sessions of STREAMING) growth.streaming.push(await measure(server, sessions, streamAll));
  for (const cost of growth.streaming) onCost("streaming", cost);
  return growth;
}

type Work = (ms: number, writers: readonly SessionWriter[], onAppend: (ms: number) => void) => Promise<unknown>;

const idle: Work = (ms) => wait(ms);

async function measure(server: PostgresServer, sessions: number, work: Work): Promise<Cost> {
  await using database = await server.createDatabase();
  await using journal = await openPostgresJournal(database);
  journal.machines?.join(() => ({ address: "http://127.0.0.1:1" }));
  const writers: SessionWriter[] = [];
  for (let made = 0; made < sessions; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sessions - made) }, (_, n) =>
      journal.create({ id: `${made + n}`, cwd: "/", agent: "growth" }),
    );
    writers.push(...(await Promise.all(some)));
  }
  await wait(SETTLE_MS);
  const times: number[] = [];
  const before = await countersOf(server, database.name);
  const spent = process.cpuUsage();
  const start = performance.now();
  await work(WATCHED_MS, writers, (ms) => times.push(ms));
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(spent);
  await wait(SETTLE_MS);
  const after = await countersOf(server, database.name);
  // What the machine asks by itself goes on while the counters settle.
  const watched = seconds + SETTLE_MS / 1_000;
  if (times.length === 0) times.push(await timeOf(async () => journal.machines?.announce()));
  return {
    sessions,
    statementsPerSecond: (after.statements - before.statements) / (work === idle ? watched : seconds),
    writtenKbPerSecond: (after.bytes - before.bytes) / 1_024 / (work === idle ? watched : seconds),
    medianMs: times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0,
    processor: (user + system) / 1_000_000 / seconds,
  };
}

async function streamAll(ms: number, writers: readonly SessionWriter[], onAppend: (ms: number) => void): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    writers.map(async (writer, index) => {
      await wait((index * CHUNK_MS) / writers.length);
      for (let n = 0; performance.now() < end; n += 1) {
        const pause = wait(CHUNK_MS);
        onAppend(await timeOf(() => writer.append(eventRecord({ type: `chunk ${n} ${"and so on ".repeat(8)}` }))));
        await pause;
      }
    }),
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function countersOf(server: PostgresServer, name: string) {
  const sql = `SELECT xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes
    FROM pg_stat_database WHERE datname = $1`;
  const [row] = await server.administer(sql, [name]);
  return { statements: Number(row?.["xact_commit"]), bytes: Number(row?.["bytes"]) };
}
