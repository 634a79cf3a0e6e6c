/**
 * The tables of a journal's file.
 *
 * A record's key is its session's number and its sequence number in one integer: rows lie in reading order, and need no
 * second index.
 */

/** In the file's header: says that it is ours. "tnon" in ASCII. */
export const APPLICATION_ID = 0x74_6e_6f_6e;
export const FORMAT = 4;

export const SCHEMA = `
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE,
    cwd TEXT NOT NULL,
    agent TEXT NOT NULL,
    agent_session_id TEXT,
    title TEXT,
    title_in_lower_case TEXT,
    parent_id TEXT,
    parent_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_seq INTEGER NOT NULL DEFAULT 0,
    has_open_work INTEGER NOT NULL DEFAULT 0,
    is_hidden INTEGER NOT NULL,
    is_prompted INTEGER NOT NULL DEFAULT 1,
    epoch INTEGER NOT NULL DEFAULT 1,
    owner TEXT,
    lease_until INTEGER,
    additional_directories TEXT,
    is_archived INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_time ON sessions (updated_at, number);
  CREATE INDEX sessions_by_agent_id ON sessions (agent_session_id) WHERE agent_session_id IS NOT NULL;
  CREATE INDEX sessions_held ON sessions (number) WHERE owner IS NOT NULL;
  CREATE INDEX sessions_discarded ON sessions (number) WHERE id IS NULL;

  CREATE TABLE records (
    key INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    source INTEGER NOT NULL,
    is_cut INTEGER NOT NULL,
    text ANY NOT NULL,
    kind TEXT
  ) STRICT;

  CREATE TABLE large_strings (
    hash TEXT PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE large_string_uses (
    session INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (session, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX large_string_users ON large_string_uses (hash);
`;

/** What makes a file of the format before it one of this format. */
export const UPGRADES: Readonly<Record<number, string>> = {
  2: `
    ALTER TABLE sessions ADD COLUMN additional_directories TEXT;
    ALTER TABLE sessions ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
  `,
  3: "ALTER TABLE sessions ADD COLUMN is_prompted INTEGER NOT NULL DEFAULT 1",
  // Of records from before it is null, and found out when they are read.
  4: "ALTER TABLE records ADD COLUMN kind TEXT",
};

export const SOURCES = ["client", "agent", "tenon"] as const;

// Numbers stay exact up to 2 ** 53: two million sessions of four thousand million records.
const SEQS = 2 ** 32;
export const MAX_SEQ = SEQS - 1;

/** Number 0 is the session's head, so that its name survives the loss of the table of sessions. */
export function keyOf(session: number, seq: number): number {
  return session * SEQS + seq;
}

export function splitKey(key: number): { readonly session: number; readonly seq: number } {
  return { session: Math.floor(key / SEQS), seq: key % SEQS };
}
