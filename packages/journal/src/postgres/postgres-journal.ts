import { createJournal, type NewJournal } from "../create-journal.ts";
import type { Journal } from "../journal.ts";
import type { JournalOptions } from "../journal-options.ts";
import { storeAddress } from "./address.ts";
import { type Connections, createConnections, type Row } from "./connections.ts";
import { toJournalError } from "./postgres-failure.ts";
import { GIVEN_UP } from "../store/renewals.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { migrate } from "./schema.ts";
import { openStoreClock } from "./store-clock.ts";

export interface PostgresJournalOptions extends JournalOptions {
  /** As `postgres://user@host:5432/database`; see the documentation of `pg` for more parameters. */
  readonly url: string;
  /** Kept out of the URL; else the URL's, `PGPASSWORD`, or the password file of Postgres. */
  readonly password?: string;
}

// Shorter than in a file, where a dead writer is seen to be dead.
const LEASE_MS = 15_000;
const MAX_TIMEOUT_MS = 10_000;

/**
 * A journal in a Postgres database, whose tables are made or upgraded if need be. Any number of machines may use it at once.
 * What a dead writer left unfinished is closed; `repairs` says so.
 */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<Journal> {
  const { url, password, leaseMs = LEASE_MS } = options;
  const address = storeAddress(url, password);
  const { lacksIndex } = await prepare(address);
  // A statement that hangs must leave time to renew the leases.
  const timeoutMs = Math.min(MAX_TIMEOUT_MS, Math.max(1_000, leaseMs / 3));
  // A record may wait until the lease is given up: what cannot be written then is another machine's to continue.
  const writingPatienceMs = Math.max(timeoutMs, leaseMs * GIVEN_UP);
  const connections = createConnections({ address, timeoutMs, patienceMs: timeoutMs, writingPatienceMs });
  try {
    const now = options.now ?? (await openStoreClock((onSent) => storeTime(connections, onSent))).now;
    const store = createPostgresStore(connections, { lacksIndex });
    const created = createJournal(store, { ...options, leaseMs, now });
    return await recovered(created);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

function storeTime({ any }: Connections, onSent: () => void): Promise<number> {
  return any(async (client) => {
    onSent();
    const { rows } = await client.query<Row>("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time");
    return Number(rows[0]?.["time"]);
  });
}

async function recovered(created: NewJournal): Promise<Journal> {
  try {
    await created.recover();
    return created.journal;
  } catch (error) {
    await created.journal.close();
    throw error;
  }
}

/** At once or not at all: who starts a program waits for a reason. */
async function prepare(address: ReturnType<typeof storeAddress>): ReturnType<typeof migrate> {
  const connections = createConnections({ address, timeoutMs: MAX_TIMEOUT_MS, patienceMs: 0 });
  const client = connections.separate();
  client.on("error", () => {}); // the statement that it breaks reports it
  try {
    await client.connect();
    return await migrate(client, address.name);
  } catch (error) {
    throw toJournalError(error, address.name);
  } finally {
    await client.end().catch(() => {});
    await connections.close();
  }
}
