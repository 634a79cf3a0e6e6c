/**
 * The connections of one journal: one that writes records and renews leases, so that these never wait for each other's
 * locks, and a few for everything else. What a lost connection interrupts is tried again.
 */

import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";

import { JournalError } from "../journal-error.ts";
import type { StoreAddress } from "./address.ts";
import { isConnectionLost, toJournalError } from "./postgres-failure.ts";

export interface Connections {
  readonly address: StoreAddress;
  /** For records and leases: one after another. */
  writing<Result>(work: Work<Result>): Promise<Result>;
  /** For everything else. */
  any<Result>(work: Work<Result>): Promise<Result>;
  /** Resolves with the first row, or undefined. */
  row(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** A connection of the caller's own, which is not connected yet. */
  separate(): pg.Client;
  close(): Promise<void>;
}

/** `isRepeated`: an attempt before it may have been committed, and its answer lost. */
export type Work<Result> = (client: pg.ClientBase, isRepeated: boolean) => Promise<Result>;
export type Row = Readonly<Record<string, unknown>>;

const MAX_CONNECTIONS = 4;
const IDLE_MS = 10_000;
const PAUSE_MS = { first: 20, last: 500 };
const INT8 = 20;

export interface ConnectionsOptions {
  readonly address: StoreAddress;
  /** How long one statement, or one attempt to connect, may take. */
  readonly timeoutMs: number;
  /** How long what a lost connection interrupts is tried again. */
  readonly patienceMs: number;
  /** The same for records and leases; defaults to `patienceMs`. */
  readonly writingPatienceMs?: number;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { address, timeoutMs, patienceMs, writingPatienceMs = patienceMs } = options;
  const config: pg.ClientConfig = {
    ...address.config,
    application_name: "tenon",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
  const writer = createPool({ ...config, max: 1, idleTimeoutMillis: 0 });
  const others = createPool({ ...config, max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_MS });
  let closing: Promise<void> | undefined;
  return {
    address,
    writing: (work) => retried(writer, work, writingPatienceMs),
    any: (work) => retried(others, work),
    row: async (sql, values) => (await rows(sql, values))[0],
    rows,
    separate: () => new pg.Client(config),
    close: () => (closing ??= Promise.all([writer.end(), others.end()]).then(() => {})),
  };

  function rows(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return retried(others, async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  async function retried<Result>(pool: pg.Pool, work: Work<Result>, patience = patienceMs): Promise<Result> {
    const deadline = performance.now() + patience;
    for (let pause = PAUSE_MS.first, isRepeated = false; ; pause = Math.min(pause * 2, PAUSE_MS.last)) {
      if (closing) throw new JournalError("closed", `The journal is closed: ${address.name}`, { store: address.name });
      try {
        return await once(pool, (client) => work(client, isRepeated));
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > deadline) throw toJournalError(error, address.name);
      }
      isRepeated = true;
      await sleep(pause);
    }
  }
}

async function once<Result>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await work(client);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = isConnectionLost(error);
    throw error;
  } finally {
    // After a timeout the answer may still come, and must meet no other statement.
    client.release(isBroken);
  }
}

export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A connection that breaks while it is idle is out of the pool; the next statement makes another.
  pool.on("error", () => {});
  // Of one that breaks in use, the statement reports it.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Sequence numbers and times stay exact as numbers: they are below 2 ** 53. */
const parserOf: pg.CustomTypesConfig["getTypeParser"] = (type: number, format?: "text" | "binary") =>
  type === INT8 ? Number : pg.types.getTypeParser(type, format);
