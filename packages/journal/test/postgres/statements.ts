/** What tests do to a journal's database behind its back. */

import pg from "pg";

export async function connected(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

export async function run(url: string, sql: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
  await using client = await connected(url);
  return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
}

export async function expireLeases(url: string): Promise<void> {
  await run(url, "UPDATE tenon_sessions SET lease_until = clock_timestamp()");
}
