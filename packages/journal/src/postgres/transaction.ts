import type pg from "pg";

import type { Connections } from "./connections.ts";

/** All of it or nothing. A connection that is left in a transaction that has failed refuses every statement after that. */
export async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * Makes tables when they are first needed. Those that could not be made are tried again with the next need. `lock` is the key of
 * an advisory lock: two processes that make them at once would be in each other's way.
 */
export function makeOnce({ any }: Pick<Connections, "any">, lock: number, tables: string): () => Promise<void> {
  let made: Promise<void> | undefined;
  return async () => {
    made ??= any((client) =>
      inTransaction(client, async () => {
        await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
        await client.query(tables);
      }),
    );
    try {
      await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
}
