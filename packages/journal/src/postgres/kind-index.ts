/**
 * The index of the records that are read when a session is opened: its prompts and their answers, its history, its servers.
 *
 * Records lie in the table in the order in which those of all sessions were written. With the primary key alone, a reader of
 * some kinds fetches a page for nearly every record of a long session: thousands for each of several reads, when a machine
 * takes over what another one had. Kinds that stream, or come with each call, are left out: most records are of these, and an
 * index of them would make writing slower.
 */

import type pg from "pg";

import type { Connections } from "./connections.ts";
import { INDEXING } from "./locks.ts";

const LEFT_OUT: readonly string[] = [
  "agent_message_chunk",
  "agent_thought_chunk",
  "decision",
  "mcp-message",
  "offer",
  "permission-answered",
  "permitted",
  "session/request_permission",
  "tool_call",
  "tool_call_update",
  "usage_update",
  "user_message_chunk",
];
const NAME = "tenon_records_by_kind";
const INDEXED = `kind NOT IN (${LEFT_OUT.map((kind) => `'${kind}'`).join(", ")})`;
const INDEX = `${NAME} ON tenon_records (session, seq, kind) WHERE ${INDEXED}`;

/** For a database that has no records yet. */
export const CREATE_KIND_INDEX = `CREATE INDEX ${INDEX}`;

/** True in a database that has the index, and all of it. */
export const HAS_KIND_INDEX = `EXISTS (SELECT FROM pg_catalog.pg_index
  WHERE indexrelid = to_regclass('${NAME}') AND indisvalid)`;

/** What a query must say so that Postgres knows that the index has all that it wants; undefined if it does not. */
export function indexedKinds(kinds: Iterable<string>): string | undefined {
  return [...kinds].some((kind) => LEFT_OUT.includes(kind)) ? undefined : INDEXED;
}

const NO_TIMEOUT = 2 ** 31 - 1;

/**
 * Adds it to a database of an older version, while machines go on writing. All works without it, only slower, so a failure is
 * not reported: the next to open the journal tries again. Disposing gives up waiting; the server goes on with it.
 */
export function addKindIndex({ separate }: Pick<Connections, "separate">): Disposable {
  const client = separate();
  client.on("error", () => {}); // the statement that it breaks ends all this
  const end = () => void client.end().catch(() => {});
  void add(client).then(end, end);
  return { [Symbol.dispose]: end };
}

async function add(client: pg.Client): Promise<void> {
  await client.connect();
  // Several machines may start at once. It is free again when its holder's statement is over, also if that one was killed.
  const { rows } = await client.query<State>(
    `SELECT pg_try_advisory_lock(${INDEXING}) AS mine, ${HAS_KIND_INDEX} AS found`,
  );
  if (!rows[0]?.mine || rows[0].found) return;
  // What is there was interrupted: it is of no use, and each write pays for it.
  for (const text of [`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`, `CREATE INDEX CONCURRENTLY ${INDEX}`]) {
    const statement = { text, query_timeout: NO_TIMEOUT };
    await client.query(statement);
  }
}

interface State {
  readonly mine: boolean;
  readonly found: boolean;
}
