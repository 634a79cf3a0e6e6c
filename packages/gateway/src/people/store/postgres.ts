/**
 * People in Postgres, in the database of the journal.
 */

import type { PeopleStore } from "./people-store.ts";
import type { Row, Sql } from "./sql.ts";
import { openSqlPeopleStore } from "./sql-people-store.ts";

/** What is used of a pool of `pg`. It is not closed here. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
  /** With an error: the connection is not used again. */
  release(error?: Error | boolean): void;
}

export async function openPostgresPeople(pool: PostgresPool): Promise<PeopleStore> {
  return await openSqlPeopleStore(postgresSql(pool));
}

function postgresSql(pool: PostgresPool): Sql {
  return {
    numbered: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    appendOnly: (table) => [
      `CREATE OR REPLACE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$`,
      `CREATE OR REPLACE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
    ],
    async run(statements) {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        const [only] = statements;
        if (only && statements.length === 1) return [(await client.query(only.text, [...(only.values ?? [])])).rows];
        await client.query("BEGIN");
        // Two machines that start at once would make the same tables at once.
        if (statements.some(({ text }) => text.startsWith("CREATE"))) {
          await client.query("SELECT pg_advisory_xact_lock(1953656686)");
        }
        const rows: (readonly Row[])[] = [];
        for (const { text, values = [] } of statements) rows.push((await client.query(text, [...values])).rows);
        await client.query("COMMIT");
        return rows;
      } catch (error) {
        await client.query("ROLLBACK").catch((cause: Error) => (failure = cause));
        throw error;
      } finally {
        client.release(failure);
      }
    },
    close: async () => {},
  };
}
