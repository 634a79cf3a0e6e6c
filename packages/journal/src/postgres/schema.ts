/**
 * The tables of a journal in Postgres, and how they come from one format to the next.
 *
 * The law: two versions of Tenon may use one database while the machines are upgraded one after another. So a format adds
 * tables and columns that have defaults, statements name their columns, and only a format that an older version could not
 * use raises `OLDEST_USER`.
 */

import type pg from "pg";

import { JournalError } from "../journal-error.ts";
import { CREATE_KIND_INDEX, HAS_KIND_INDEX } from "./kind-index.ts";
import { MIGRATING } from "./locks.ts";
import { inTransaction } from "./transaction.ts";

export const FORMAT = 3;
/** The format of the oldest version that can use the tables as they are now. */
const OLDEST_USER = 1;

/** What makes a database of the format before it one of this format. */
export const UPGRADES: Readonly<Record<number, string>> = {
  1: `
    CREATE TABLE tenon_format (format integer NOT NULL, oldest_user integer NOT NULL);
    INSERT INTO tenon_format VALUES (0, 0);

    CREATE TABLE tenon_sessions (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text UNIQUE,
      cwd text NOT NULL,
      agent text NOT NULL,
      agent_session_id text,
      title text,
      title_in_lower_case text,
      parent_id text,
      parent_at bigint,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      last_seq bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      has_open_work boolean NOT NULL DEFAULT false,
      is_hidden boolean NOT NULL DEFAULT false,
      is_prompted boolean NOT NULL DEFAULT false,
      epoch bigint NOT NULL DEFAULT 1,
      owner text,
      lease_until timestamptz,
      additional_directories text,
      is_archived boolean NOT NULL DEFAULT false,
      changed xid8 NOT NULL DEFAULT pg_current_xact_id()
    );
    CREATE INDEX tenon_sessions_by_time ON tenon_sessions (updated_at, key);
    CREATE INDEX tenon_sessions_by_agent_id ON tenon_sessions (agent_session_id) WHERE agent_session_id IS NOT NULL;
    CREATE INDEX tenon_sessions_held ON tenon_sessions (key) WHERE owner IS NOT NULL;
    CREATE INDEX tenon_sessions_changed ON tenon_sessions (changed);

    CREATE TABLE tenon_records (
      session bigint NOT NULL,
      seq bigint NOT NULL,
      at bigint NOT NULL,
      source smallint NOT NULL,
      kind text NOT NULL,
      form smallint NOT NULL,
      text text NOT NULL,
      PRIMARY KEY (session, seq)
    );

    CREATE TABLE tenon_large_strings (
      hash text PRIMARY KEY,
      bytes bigint NOT NULL,
      form smallint NOT NULL,
      text text NOT NULL
    );
    CREATE TABLE tenon_large_string_uses (session bigint NOT NULL, hash text NOT NULL, PRIMARY KEY (session, hash));
    CREATE INDEX tenon_large_string_users ON tenon_large_string_uses (hash);

    CREATE TABLE tenon_deletions (
      key bigint NOT NULL,
      id text NOT NULL,
      changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX tenon_deletions_changed ON tenon_deletions (changed);
  `,
  // What the machines of one gateway prove themselves by to each other.
  2: "CREATE TABLE tenon_secrets (name text PRIMARY KEY, value text NOT NULL)",
  // The machines of one gateway, as they describe themselves.
  3: "CREATE TABLE tenon_machines (address text PRIMARY KEY, description text NOT NULL, until timestamptz NOT NULL)",
};

const MIN_VERSION = 140_000;
// Not `to_regclass`: while it waits for the lock, it remembers that there was no table.
const HAS_TABLES = `EXISTS (SELECT FROM pg_catalog.pg_class
  WHERE relname = 'tenon_format' AND relnamespace = ANY (current_schemas(false)::regnamespace[]))`;

/**
 * What is done each time it is opened. A database that was restored from a backup counts its transactions anew: what came from
 * later ones than there have been would be news at every look, for ever.
 */
const UPKEEP = `
  DELETE FROM tenon_machines WHERE until < now() - interval '7 days';
  UPDATE tenon_sessions SET changed = pg_current_xact_id() WHERE changed > pg_snapshot_xmax(pg_current_snapshot());
  DELETE FROM tenon_deletions WHERE changed > pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Makes the tables, or brings them to this format. Resolves with whether an index is missing, which can be added while others
 * write. Throws `too_old` and `newer_format`.
 */
export async function migrate(client: pg.ClientBase, address: string): Promise<{ readonly lacksIndex: boolean }> {
  const { version, tables, indexed } = await first(
    client,
    `SELECT current_setting('server_version_num')::integer AS version, ${HAS_TABLES} AS tables, ${HAS_KIND_INDEX} AS indexed`,
  );
  if (Number(version) < MIN_VERSION) {
    const message = `Postgres ${Math.floor(Number(version) / 10_000)} is too old, 14 or newer is needed: ${address}`;
    throw new JournalError("store_too_old", message, { store: address });
  }
  const lacksIndex = tables === true && indexed !== true;
  if (tables === true && (await formatOf(client, address)) >= FORMAT) {
    await client.query(UPKEEP);
    return { lacksIndex };
  }
  await inTransaction(client, async () => {
    // Several machines may start at once.
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATING})`);
    const again = await first(client, `SELECT ${HAS_TABLES} AS tables`);
    let format = again["tables"] === true ? await formatOf(client, address) : 0;
    const isNew = format === 0;
    for (; format < FORMAT; format += 1) await client.query(UPGRADES[format + 1] ?? "");
    if (isNew) await client.query(CREATE_KIND_INDEX);
    await client.query("UPDATE tenon_format SET format = $1, oldest_user = $2 WHERE format < $1", [
      FORMAT,
      OLDEST_USER,
    ]);
  });
  return { lacksIndex };
}

async function formatOf(client: pg.ClientBase, address: string): Promise<number> {
  const { format, oldest_user: oldestUser } = await first(client, "SELECT format, oldest_user FROM tenon_format");
  if (Number(oldestUser) <= FORMAT) return Number(format);
  throw newerFormat(address, Number(format));
}

export function newerFormat(address: string, format: number): JournalError {
  const message = `The journal was upgraded by a newer version of Tenon, which this one cannot work beside: ${address}`;
  return new JournalError("newer_format", message, { store: address, format });
}

async function first(client: pg.ClientBase, sql: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await client.query<Record<string, unknown>>(sql);
  return rows[0] ?? {};
}
