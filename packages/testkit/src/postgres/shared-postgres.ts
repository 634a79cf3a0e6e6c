/** One server for all the test files of a worker, started by the first that needs it. */

import { type PostgresDatabase, type PostgresServer, startPostgres } from "./start-postgres.ts";

declare global {
  // On the global object: a test runner may load this module once for each file.
  var tenonTestPostgres: Promise<PostgresServer> | undefined;
}

/** An empty database on the worker's server. Do not restart that server: start one with `startPostgres` for it. */
export async function createTestDatabase(): Promise<PostgresDatabase> {
  const server = await sharedPostgres();
  return server.createDatabase();
}

/** The worker's server. */
export function sharedPostgres(): Promise<PostgresServer> {
  return (globalThis.tenonTestPostgres ??= startPostgres());
}
