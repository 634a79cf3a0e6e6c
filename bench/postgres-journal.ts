/**
 * What a journal adds to its Postgres: each append also checks the lease, counts, and tells the other machines. The bare
 * counterpart inserts the same rows into the same table, as many in one prepared statement, and waits for the disk too.
 */

import type { NewRecord, SessionWriter } from "@tenon/journal";
import { openPostgresJournal, openPostgresPool } from "@tenon/journal/postgres";
import { startPostgres } from "@tenon/testkit/postgres";

import { type Bench, type Figure, median } from "./figure.ts";

const ROUNDS = 9;
const WARM_UP = 2;
const RECORDS = 8_192;
// As many as the journal writes in one statement at most.
const BATCH = 256;

export const postgresJournal: Bench = {
  name: "postgres-journal",
  what: "appending to a journal in Postgres against bare batched inserts",
  async *run() {
    await using server = await startPostgres({ fsync: true });
    for (const sessions of [1, 16, 64]) {
      await using database = await server.createDatabase();
      yield await compareAppends(database.url, sessions);
    }
  },
};

async function compareAppends(url: string, sessions: number): Promise<Figure> {
  await using ours = await openPostgresJournal({ url });
  const writers = await Promise.all(
    Array.from({ length: sessions }, (_, index) => ours.create({ id: `${index}`, cwd: "/project", agent: "bench" })),
  );
  await using bare = await bareTable(url);
  const times = { bare: [] as number[], ours: [] as number[] };
  // In turns, so that whatever else the machine does hits both alike.
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const bareMs = await time(() => insertAll(bare));
    const ourMs = await time(() => appendAll(writers));
    if (round < 0) continue;
    times.bare.push((bareMs / RECORDS) * 1_000);
    times.ours.push((ourMs / RECORDS) * 1_000);
  }
  await Promise.all(writers.map((writer) => writer.close()));
  const perSecond = (values: readonly number[]) => Math.round(1_000_000 / median(values)).toLocaleString("en");
  return {
    what:
      `one of ${RECORDS} durable records of ${sessions} streaming sessions, median of ${ROUNDS} rounds ` +
      `(${perSecond(times.ours)} a second, bare ${perSecond(times.bare)})`,
    unit: "µs",
    measured: { name: "journal", value: median(times.ours) },
    baseline: { name: `bare inserts of ${BATCH}`, value: median(times.bare) },
    limit: 1 / 0.7,
  };
}

async function insertAll(bare: { append(texts: readonly string[]): Promise<void> }): Promise<void> {
  for (let from = 0; from < RECORDS; from += BATCH)
    await bare.append(Array.from({ length: BATCH }, (_, index) => recordOf(from + index).text));
}

/** Two statements' worth is under way: what an agent streams does not wait for what it has streamed before. */
async function appendAll(writers: readonly SessionWriter[]): Promise<void> {
  let next = 0;
  const stream = async (writer: SessionWriter) => {
    while (next < RECORDS) await writer.append(recordOf((next += 1)));
  };
  const underWay = (2 * BATCH) / writers.length;
  await Promise.all(writers.flatMap((writer) => Array.from({ length: underWay }, () => stream(writer))));
}

async function bareTable(url: string) {
  const pool = openPostgresPool({ url });
  const client = await pool.connect();
  await client.query("CREATE TABLE bare_records (LIKE tenon_records INCLUDING ALL)");
  const text = `INSERT INTO bare_records (session, seq, at, source, kind, form, text)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::smallint[], $7::text[])`;
  let seq = 0;
  return {
    async append(texts: readonly string[]) {
      const column = (value: unknown) => texts.map(() => value);
      const seqs = texts.map(() => (seq += 1));
      const values = [column(1), seqs, column(Date.now()), column(1), column("agent_message_chunk"), column(0), texts];
      await client.query({ name: "insert", text, values });
    },
    async [Symbol.asyncDispose]() {
      client.release();
      await pool.end();
    },
  };
}

/** As long as a chunk of an answer, and parsed, as it comes from the wire. */
function recordOf(index: number): NewRecord {
  const update = {
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: `Word ${index}, ${"and so on ".repeat(8)}` },
  };
  const message = { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } };
  return { from: "agent", text: JSON.stringify(message), message };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
