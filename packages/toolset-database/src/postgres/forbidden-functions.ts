/**
 * What a read-only transaction does not prevent: functions that end other sessions, take locks that outlive the statement,
 * change settings, read files of the server, or connect to other programs.
 *
 * The database itself says which functions those are: every volatile one of its own that is not known to be harmless, and
 * every volatile one in a language that is not confined to the database. A query may not even mention their names, in
 * whatever way they are quoted, so there is no parser here that could read a query differently from Postgres.
 */

import { ToolError } from "@tenon/toolset";

/** Volatile because each call has another result, not because it does anything. */
const HARMLESS = [
  [
    "array_sample",
    "array_shuffle",
    "bernoulli",
    "clock_timestamp",
    "current_query",
    "currval",
    "gen_random_uuid",
    "lastval",
  ],
  ["pg_blocking_pids", "pg_collation_actual_version", "pg_current_wal_lsn", "pg_database_size", "pg_indexes_size"],
  [
    "pg_is_in_recovery",
    "pg_last_committed_xact",
    "pg_lock_status",
    "pg_notification_queue_usage",
    "pg_partition_ancestors",
  ],
  ["pg_partition_tree", "pg_relation_size", "pg_sequence_last_value", "pg_sleep", "pg_sleep_for", "pg_sleep_until"],
  ["pg_table_size", "pg_tablespace_size", "pg_total_relation_size", "pg_xact_commit_timestamp", "pg_xact_status"],
  ["random", "random_normal", "setseed", "system", "timeofday", "txid_status", "uuidv4", "uuidv7"],
].flat();

/** Not volatile, but they run SQL that they get as text, where a name can be put together from parts. */
const RUN_TEXT = ["connectby", "crosstab", "crosstab2", "crosstab3", "crosstab4", "crosstabn", "xpath_table"];

/** A subquery that gives the forbidden ones of the names in `$1`. */
export const FORBIDDEN_FUNCTIONS = `ARRAY(
  SELECT DISTINCT p.proname::text FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE p.proname::text = ANY ($1::text[]) AND p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
    AND (p.proname = ANY ('{${RUN_TEXT.join(",")}}'::text[])
      OR p.provolatile = 'v' AND NOT p.proname = ANY ('{${HARMLESS.join(",")}}'::text[])
        AND (p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace OR NOT l.lanpltrusted AND l.lanname <> 'internal'))
)`;

const WORDS = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/gu;

/** Every name that the text could contain, also inside strings and comments. */
export function namesIn(sql: string): string[] {
  if (/u&"/i.test(sql))
    throw new ToolError("denied", 'Names with Unicode escapes (U&"…") are not accepted', {
      hint: "Write the name in plain double quotes",
    });
  return [...new Set([...sql.matchAll(WORDS)].flatMap(([word]) => [word, word.toLowerCase()]))];
}

export function refuseFunctions(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new ToolError("denied", `The query names ${names.join(", ")}, which can do more than read`, {
    hint: "Leave it out. If it is only text, send it in values and write $1 in the query",
  });
}
