/**
 * The texts for search, made when they are first searched: a journal that was never searched has no such table.
 *
 * Three letters at a time, so that a part of a word is found, in any language; what is shorter is looked for text by text.
 */

import type { IndexedSession, TextIndex } from "../store/store.ts";
import { integerIn, textIn } from "./columns.ts";
import type { Database } from "./database.ts";
import { keyOf, MAX_SEQ, splitKey } from "./schema.ts";

const TABLES = `
  CREATE VIRTUAL TABLE IF NOT EXISTS entry_texts USING fts5(text, tokenize = 'trigram');
  CREATE TABLE IF NOT EXISTS indexed_sessions (
    session INTEGER PRIMARY KEY,
    next INTEGER NOT NULL,
    seen INTEGER NOT NULL
  ) STRICT;
`;

export function createTextTable(database: Database): TextIndex {
  const { sql, read, write, connection } = database;
  let isMade = false;
  return {
    async behind(limit) {
      if (!isMade) await write(makeTables);
      isMade = true;
      return await read(() => behind(limit));
    },
    put: (key, texts, { after, next, seen }) =>
      write(() => {
        sql("DELETE FROM entry_texts WHERE rowid BETWEEN ? AND ?").run(keyOf(key, after + 1), keyOf(key, MAX_SEQ));
        const insert = sql("INSERT INTO entry_texts (rowid, text) VALUES (?, ?)");
        for (const { seq, text } of texts) insert.run(keyOf(key, seq), text);
        sql("INSERT OR REPLACE INTO indexed_sessions (session, next, seen) VALUES (?, ?, ?)").run(key, next, seen);
      }),
    find: ({ words, limit, sessionIds }) =>
      read(() => {
        const long = words.filter((word) => Array.from(word).length >= 3);
        const short = words.filter((word) => !long.includes(word));
        const conditions = [
          ...(long.length > 0 ? ["entry_texts MATCH ?"] : []),
          ...short.map(() => "instr(lower(entry_texts.text), ?) > 0"),
          ...(sessionIds ? ["sessions.id IN (SELECT value FROM json_each(?))"] : []),
          "sessions.is_hidden = 0",
        ];
        const values = [...(long.length > 0 ? [long.map(quoted).join(" AND ")] : []), ...short];
        return sql(
          `SELECT entry_texts.rowid AS key, entry_texts.text AS text, sessions.id AS id
           FROM entry_texts JOIN sessions ON sessions.number = entry_texts.rowid / 4294967296
           WHERE ${conditions.join(" AND ")} ORDER BY sessions.updated_at DESC, entry_texts.rowid DESC LIMIT ?`,
        )
          .all(...values, ...(sessionIds ? [JSON.stringify(sessionIds)] : []), limit)
          .map((row) => ({
            sessionId: textIn(row, "id"),
            seq: splitKey(integerIn(row, "key")).seq,
            text: textIn(row, "text"),
          }));
      }),
  };

  function makeTables(): void {
    connection.exec(TABLES);
    // What is deleted is overwritten here too.
    sql("INSERT INTO entry_texts (entry_texts, rank) VALUES ('secure-delete', 1)").run();
  }

  function behind(limit: number): readonly IndexedSession[] {
    return sql(
      `SELECT number, last_seq, coalesce(next, 0) AS next FROM sessions LEFT JOIN indexed_sessions ON session = number
       WHERE is_hidden = 0 AND last_seq > coalesce(seen, 0) ORDER BY updated_at DESC LIMIT ?`,
    )
      .all(limit)
      .map((row) => ({
        key: integerIn(row, "number"),
        next: integerIn(row, "next"),
        lastSeq: integerIn(row, "last_seq"),
      }));
  }
}

/** Of a session that is erased. */
export function eraseTexts({ sql }: Database, session: number): void {
  if (!sql("SELECT 1 FROM sqlite_schema WHERE name = 'entry_texts'").get()) return;
  sql("DELETE FROM entry_texts WHERE rowid BETWEEN ? AND ?").run(keyOf(session, 0), keyOf(session, MAX_SEQ));
  sql("DELETE FROM indexed_sessions WHERE session = ?").run(session);
}

/** A string of FTS5, whatever is in it. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
