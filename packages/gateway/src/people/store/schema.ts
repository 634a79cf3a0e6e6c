/**
 * The tables of people, in a form that SQLite and Postgres both take.
 */

import type { Sql, Statement } from "./sql.ts";

export const FORMAT = 1;

export function schema(sql: Pick<Sql, "numbered" | "appendOnly">): readonly Statement[] {
  return [...TABLES, auditTable(sql.numbered), ...INDEXES, ...sql.appendOnly("people_audit"), STATE].map((text) => ({
    text,
  }));
}

const TABLES = [
  `CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    issuer TEXT,
    subject TEXT,
    is_removed BIGINT NOT NULL,
    allowance TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL DEFAULT 0,
    UNIQUE (issuer, subject)
  )`,
  `CREATE TABLE IF NOT EXISTS people_tokens (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES people (id),
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
  )`,
  `CREATE TABLE IF NOT EXISTS people_roles (
    person_id TEXT NOT NULL REFERENCES people (id),
    session_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (person_id, session_id)
  )`,
  `CREATE TABLE IF NOT EXISTS people_links (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
  )`,
  `CREATE TABLE IF NOT EXISTS people_closed_links (
    link_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    PRIMARY KEY (link_id, person_id)
  )`,
  "CREATE TABLE IF NOT EXISTS people_spent (mark TEXT PRIMARY KEY, ends_at BIGINT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS people_allowances (role TEXT PRIMARY KEY, allowance TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS people_state (id BIGINT PRIMARY KEY, format BIGINT NOT NULL, revision BIGINT NOT NULL)",
];

function auditTable(numbered: string): string {
  return `CREATE TABLE IF NOT EXISTS people_audit (
    number ${numbered},
    at BIGINT NOT NULL,
    person_id TEXT NOT NULL,
    name TEXT NOT NULL,
    action TEXT NOT NULL,
    session_id TEXT,
    details TEXT NOT NULL,
    words TEXT NOT NULL
  )`;
}

const INDEXES = [
  "CREATE INDEX IF NOT EXISTS people_roles_in ON people_roles (session_id)",
  "CREATE INDEX IF NOT EXISTS people_links_of ON people_links (session_id)",
  "CREATE INDEX IF NOT EXISTS people_audit_of ON people_audit (session_id, number)",
];

const STATE = `INSERT INTO people_state (id, format, revision) VALUES (1, ${FORMAT}, 1) ON CONFLICT (id) DO NOTHING`;
