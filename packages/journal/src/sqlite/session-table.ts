/**
 * The rows of sessions: who they are and who holds them.
 */

import { defined } from "@tenon/basis";

import type { SessionChanges } from "../journal.ts";
import type { Hold, Holder, Lease, RowQuery, SessionHead, SessionRow } from "../store/store.ts";
import { integerIn, optionalIntegerIn, optionalTextIn, type Row, textIn } from "./columns.ts";
import type { Database } from "./database.ts";
import { keyOf } from "./schema.ts";

export function insertSession(
  database: Database,
  head: SessionHead,
  { owner, leaseMs, isHidden }: Hold & { readonly isHidden: boolean },
): Lease | undefined {
  const { id, cwd, agent, agentSessionId = null, title = null, createdAt, parent } = head;
  const row = database
    .sql(
      `INSERT INTO sessions (id, cwd, agent, agent_session_id, title, title_in_lower_case, parent_id, parent_at,
         created_at, updated_at, is_hidden, is_prompted, owner, lease_until, additional_directories, is_archived)
       VALUES ($id, $cwd, $agent, $agentSessionId, $title, $lowerTitle, $parentId, $parentAt,
         $createdAt, $createdAt, $isHidden, $isPrompted, $owner, $until, $folders, $isArchived) ON CONFLICT (id) DO NOTHING RETURNING number, epoch`,
    )
    .get({
      id,
      cwd,
      agent,
      agentSessionId,
      title,
      lowerTitle: title?.toLowerCase() ?? null,
      parentId: parent?.sessionId ?? null,
      parentAt: parent?.at ?? null,
      createdAt,
      isHidden: isHidden ? 1 : 0,
      // What is copied from elsewhere was used there; a session of ours is used when it is prompted.
      isPrompted: isHidden ? 1 : 0,
      owner: JSON.stringify(owner),
      until: database.now() + leaseMs,
      folders: foldersOf(head),
      isArchived: head.isArchived ? 1 : 0,
    });
  if (!row) return undefined;
  const lease = { key: integerIn(row, "number"), epoch: integerIn(row, "epoch") };
  writeHead(database, lease.key, head);
  return lease;
}

export function claimSession(database: Database, { key, epoch }: Lease, { owner, leaseMs }: Hold): Lease | undefined {
  const { changes } = database
    .sql("UPDATE sessions SET epoch = epoch + 1, owner = ?, lease_until = ? WHERE number = ? AND epoch = ?")
    .run(JSON.stringify(owner), database.now() + leaseMs, key, epoch);
  return changes === 1 ? { key, epoch: epoch + 1 } : undefined;
}

export function describeSession(database: Database, key: number, changes: SessionChanges): void {
  const row = database.sql("SELECT * FROM sessions WHERE number = ?").get(key);
  if (!row) return;
  const changed = { ...toSessionRow(row, database.now()), ...changes };
  const { id, cwd, agent, agentSessionId, title, additionalDirectories, isArchived, createdAt, parent } = changed;
  database
    .sql(
      `UPDATE sessions SET cwd = ?, agent_session_id = ?, title = ?, title_in_lower_case = ?, additional_directories = ?,
         is_archived = ? WHERE number = ?`,
    )
    .run(
      cwd,
      agentSessionId ?? null,
      title ?? null,
      title?.toLowerCase() ?? null,
      foldersOf(changed),
      isArchived ? 1 : 0,
      key,
    );
  writeHead(database, key, {
    id,
    cwd,
    agent,
    createdAt,
    ...defined({ agentSessionId, title, additionalDirectories, isArchived: isArchived || undefined, parent }),
  });
}

export function listSessionRows(database: Database, query: RowQuery): readonly SessionRow[] {
  const { order, limit, beyond, cwd, agent, agentSessionId, title, isArchived, isUsed, since, until } = query;
  const [direction, side] = order === "newest" ? ["DESC", "<"] : ["ASC", ">"];
  const conditions: readonly (readonly [string, ...(string | number | undefined)[]])[] = [
    [`(updated_at, number) ${side} (?, ?)`, beyond?.updatedAt, beyond?.key],
    ["cwd = ?", cwd],
    ["agent = ?", agent],
    ["agent_session_id = ?", agentSessionId],
    ["instr(title_in_lower_case, ?) > 0", title],
    ["is_archived = ?", isArchived === undefined ? undefined : Number(isArchived)],
    ["updated_at >= ?", since],
    ["updated_at <= ?", until],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const used = isUsed === true ? ["(is_prompted = 1 OR owner IS NOT NULL)"] : [];
  const where = ["is_hidden = 0", ...used, ...asked.map(([condition]) => condition)].join(" AND ");
  const values = asked.flatMap(([, ...given]) => given.filter((value) => value !== undefined));
  return database
    .sql(`SELECT * FROM sessions WHERE ${where} ORDER BY updated_at ${direction}, number ${direction} LIMIT ?`)
    .all(...values, limit)
    .map((row) => toSessionRow(row, database.now()));
}

export function toSessionRow(row: Row, now: number): SessionRow {
  const parentId = optionalTextIn(row, "parent_id");
  const owner = optionalTextIn(row, "owner");
  const folders = optionalTextIn(row, "additional_directories");
  return {
    key: integerIn(row, "number"),
    epoch: integerIn(row, "epoch"),
    id: optionalTextIn(row, "id") ?? "",
    cwd: textIn(row, "cwd"),
    agent: textIn(row, "agent"),
    createdAt: integerIn(row, "created_at"),
    updatedAt: integerIn(row, "updated_at"),
    lastSeq: integerIn(row, "last_seq"),
    hasOpenWork: integerIn(row, "has_open_work") === 1,
    isHidden: integerIn(row, "is_hidden") === 1,
    ...defined({
      agentSessionId: optionalTextIn(row, "agent_session_id"),
      title: optionalTextIn(row, "title"),
      additionalDirectories: folders === undefined ? undefined : readFolders(folders),
      isArchived: integerIn(row, "is_archived") === 1 || undefined,
      parent: parentId === undefined ? undefined : { sessionId: parentId, at: integerIn(row, "parent_at") },
      holder:
        owner === undefined
          ? undefined
          : { owner: readOwner(owner), isExpired: (optionalIntegerIn(row, "lease_until") ?? 0) <= now },
    }),
  };
}

function foldersOf({ additionalDirectories = [] }: Pick<SessionHead, "additionalDirectories">): string | null {
  return additionalDirectories.length > 0 ? JSON.stringify(additionalDirectories) : null;
}

function writeHead(database: Database, key: number, head: SessionHead): void {
  database
    .sql("INSERT OR REPLACE INTO records (key, at, source, is_cut, text) VALUES (?, ?, 2, 0, ?)")
    .run(keyOf(key, 0), head.createdAt, JSON.stringify(head));
}

function readFolders(text: string): readonly string[] {
  return JSON.parse(text);
}

function readOwner(text: string): Holder["owner"] {
  return JSON.parse(text);
}
