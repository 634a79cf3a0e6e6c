/**
 * The rows of sessions: who they are and who holds them. Leases go by the clock of the database.
 */

import { defined, itemsOf, objectOf, parseJson, stringOf } from "@tenon/basis";

import type { SessionChanges } from "../journal.ts";
import { leaseLost } from "../journal-error.ts";
import type { Owner } from "../store/owner.ts";
import type { Hold, Lease, RowQuery, SessionHead, SessionRow, Store } from "../store/store.ts";
import type { Connections, Row } from "./connections.ts";
import { withoutNul } from "./text-values.ts";

/** A lease, where its session ends, and the last transaction of ours that changed it. */
export interface TakenLease {
  readonly lease: Lease;
  readonly lastSeq: number;
  readonly changed: string;
}

const COLUMNS = `key, id, epoch, cwd, agent, agent_session_id, title, parent_id, parent_at, created_at, updated_at, last_seq,
  has_open_work, is_hidden, owner, additional_directories, is_archived, lease_until <= clock_timestamp() AS is_expired`;
const TAKEN = "key, epoch, last_seq, changed::text";
export const UNTIL = (parameter: string) => `clock_timestamp() + ${parameter} * interval '1 millisecond'`;

export function insertSession(
  { any }: Connections,
  head: SessionHead,
  { owner, leaseMs, isHidden }: Hold & { readonly isHidden: boolean },
): Promise<TakenLease | undefined> {
  const { agentSessionId, title, createdAt, parent, isArchived = false } = head;
  const id = withoutNul(head.id);
  const holder = JSON.stringify(owner);
  return any(async (client, isRepeated) => {
    const { rows } = await client.query<Row>(
      // What is copied from elsewhere was used there; a session of ours is used when it is prompted.
      `INSERT INTO tenon_sessions (id, cwd, agent, agent_session_id, title, title_in_lower_case, parent_id, parent_at,
         created_at, updated_at, is_hidden, is_prompted, owner, lease_until, additional_directories, is_archived)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $10, $11, ${UNTIL("$12")}, $13, $14)
       ON CONFLICT (id) DO NOTHING RETURNING ${TAKEN}`,
      [
        id,
        withoutNul(head.cwd),
        withoutNul(head.agent),
        textOrNull(agentSessionId),
        textOrNull(title),
        textOrNull(title?.toLowerCase()),
        textOrNull(parent?.sessionId),
        parent?.at ?? null,
        createdAt,
        isHidden,
        holder,
        leaseMs,
        foldersOf(head),
        isArchived,
      ],
    );
    if (rows[0] || !isRepeated) return taken(rows[0]);
    // The attempt whose answer was lost may have made it.
    const mine = `SELECT ${TAKEN} FROM tenon_sessions WHERE id = $1 AND owner = $2 AND epoch = 1 AND last_seq = 0`;
    return taken((await client.query<Row>(mine, [id, holder])).rows[0]);
  });
}

export function claimSession(
  { any }: Connections,
  { key, epoch }: Lease,
  { owner, leaseMs, isHolderGone }: Parameters<Store["claim"]>[1],
): Promise<TakenLease | undefined> {
  const holder = JSON.stringify(owner);
  return any(async (client, isRepeated) => {
    const { rows } = await client.query<Row>(
      `UPDATE tenon_sessions SET epoch = epoch + 1, owner = $3, lease_until = ${UNTIL("$4")}, changed = pg_current_xact_id()
       WHERE key = $1 AND epoch = $2 AND ($5 OR owner IS NULL OR coalesce(lease_until <= clock_timestamp(), true))
       RETURNING ${TAKEN}`,
      [key, epoch, holder, leaseMs, isHolderGone],
    );
    if (rows[0] || !isRepeated) return taken(rows[0]);
    const mine = `SELECT ${TAKEN} FROM tenon_sessions WHERE key = $1 AND epoch = $2 + 1 AND owner = $3`;
    return taken((await client.query<Row>(mine, [key, epoch, holder])).rows[0]);
  });
}

export async function findSession({ row }: Connections, sessionId: string): Promise<SessionRow | undefined> {
  const found = await row(`SELECT ${COLUMNS} FROM tenon_sessions WHERE id = $1 AND NOT is_hidden`, [
    withoutNul(sessionId),
  ]);
  return found && toSessionRow(found);
}

export async function heldSessions({ rows }: Connections): Promise<readonly SessionRow[]> {
  return (await rows(`SELECT ${COLUMNS} FROM tenon_sessions WHERE owner IS NOT NULL`)).map(toSessionRow);
}

export async function listSessionRows({ rows }: Connections, query: RowQuery): Promise<readonly SessionRow[]> {
  const { order, limit, beyond, cwd, agent, agentSessionId, title, isArchived, isUsed, since, until } = query;
  const [direction, side] = order === "newest" ? ["DESC", "<"] : ["ASC", ">"];
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(typeof given === "string" ? withoutNul(given) : given)}`;
  const conditions = [
    "NOT is_hidden",
    ...(isUsed === true ? ["(is_prompted OR owner IS NOT NULL)"] : []),
    ...(beyond ? [`(updated_at, key) ${side} (${value(beyond.updatedAt)}, ${value(beyond.key)})`] : []),
    ...(cwd === undefined ? [] : [`cwd = ${value(cwd)}`]),
    ...(agent === undefined ? [] : [`agent = ${value(agent)}`]),
    ...(agentSessionId === undefined ? [] : [`agent_session_id = ${value(agentSessionId)}`]),
    ...(title === undefined ? [] : [`position(${value(title)} IN title_in_lower_case) > 0`]),
    ...(isArchived === undefined ? [] : [`is_archived = ${value(isArchived)}`]),
    ...(since === undefined ? [] : [`updated_at >= ${value(since)}`]),
    ...(until === undefined ? [] : [`updated_at <= ${value(until)}`]),
  ];
  const sql = `SELECT ${COLUMNS} FROM tenon_sessions WHERE ${conditions.join(" AND ")}
    ORDER BY updated_at ${direction}, key ${direction} LIMIT ${value(limit)}`;
  return (await rows(sql, values)).map(toSessionRow);
}

/** Without an epoch for one who does not hold the session: anyone may name it. Rejects with `lease_lost` if it is another one. */
export async function describeSession(
  { row }: Connections,
  key: number,
  changes: SessionChanges,
  epoch: number | undefined,
): Promise<void> {
  const values: unknown[] = [key, epoch];
  const set = (column: string, value: unknown) => `${column} = $${values.push(value)}`;
  const { title, agentSessionId, cwd, additionalDirectories, isArchived } = changes;
  const assignments = [
    "changed = pg_current_xact_id()",
    ...(title === undefined ? [] : [set("title", withoutNul(title))]),
    ...(title === undefined ? [] : [set("title_in_lower_case", withoutNul(title.toLowerCase()))]),
    ...(agentSessionId === undefined ? [] : [set("agent_session_id", withoutNul(agentSessionId))]),
    ...(cwd === undefined ? [] : [set("cwd", withoutNul(cwd))]),
    ...(additionalDirectories === undefined ? [] : [set("additional_directories", foldersOf(changes))]),
    ...(isArchived === undefined ? [] : [set("is_archived", isArchived)]),
  ];
  const described = await row(
    `UPDATE tenon_sessions SET ${assignments.join(", ")} WHERE key = $1 AND epoch = coalesce($2::bigint, epoch) RETURNING key`,
    values,
  );
  if (!described && epoch !== undefined) throw leaseLost();
}

/** Out of sight for good, with a note of it for those who follow all sessions. */
export async function discardSession({ row }: Connections, { key, epoch }: Lease): Promise<void> {
  await row(
    `WITH gone AS (SELECT key, id FROM tenon_sessions WHERE key = $1 AND epoch = $2 AND id IS NOT NULL FOR UPDATE),
       noted AS (INSERT INTO tenon_deletions (key, id) SELECT key, id FROM gone)
     UPDATE tenon_sessions s SET id = NULL, is_hidden = true, owner = NULL, lease_until = NULL,
       changed = pg_current_xact_id() FROM gone WHERE s.key = gone.key`,
    [key, epoch],
  );
}

/** Postgres uses free space again by itself, and gives little of it back: so what is stored is all that is known. */
export async function storedSize({ row }: Connections): Promise<{ usedBytes: number; totalBytes: number }> {
  const found = await row(
    `SELECT (SELECT coalesce(sum(bytes), 0) FROM tenon_sessions)::bigint
       + (SELECT coalesce(sum(bytes), 0) FROM tenon_large_strings)::bigint AS bytes`,
  );
  const bytes = Number(found?.["bytes"]);
  return { usedBytes: bytes, totalBytes: bytes };
}

function taken(row: Row | undefined): TakenLease | undefined {
  if (!row) return undefined;
  const lease = { key: Number(row["key"]), epoch: Number(row["epoch"]) };
  return { lease, lastSeq: Number(row["last_seq"]), changed: String(row["changed"]) };
}

function toSessionRow(row: Row): SessionRow {
  const parentId = stringOf(row["parent_id"]);
  const owner = stringOf(row["owner"]);
  const folders = stringOf(row["additional_directories"]);
  return {
    key: Number(row["key"]),
    epoch: Number(row["epoch"]),
    id: stringOf(row["id"]) ?? "",
    cwd: stringOf(row["cwd"]) ?? "",
    agent: stringOf(row["agent"]) ?? "",
    createdAt: Number(row["created_at"]),
    updatedAt: Number(row["updated_at"]),
    lastSeq: Number(row["last_seq"]),
    hasOpenWork: row["has_open_work"] === true,
    isHidden: row["is_hidden"] === true,
    ...defined({
      agentSessionId: stringOf(row["agent_session_id"]),
      title: stringOf(row["title"]),
      additionalDirectories: folders === undefined ? undefined : itemsOf(parseJson(folders)).map(String),
      isArchived: row["is_archived"] === true || undefined,
      parent: parentId === undefined ? undefined : { sessionId: parentId, at: Number(row["parent_at"]) },
      holder: owner === undefined ? undefined : { owner: readOwner(owner), isExpired: row["is_expired"] !== false },
    }),
  };
}

function readOwner(text: string): Owner {
  const { host, pid, ...rest } = objectOf(parseJson(text));
  const [boot, pidSpace, started, address] = ["boot", "pidSpace", "started", "address"].map((key) =>
    stringOf(rest[key]),
  );
  return { host: stringOf(host) ?? "", pid: Number(pid), ...defined({ boot, pidSpace, started, address }) };
}

function foldersOf({ additionalDirectories = [] }: Pick<SessionHead, "additionalDirectories">): string | null {
  return additionalDirectories.length > 0 ? withoutNul(JSON.stringify(additionalDirectories)) : null;
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined ? null : withoutNul(text);
}
