/**
 * Where the fold of sessions can begin. The table is made with the first one.
 */

import type { CheckpointTable } from "../store/store.ts";
import { integerIn, textIn } from "./columns.ts";
import type { Database } from "./database.ts";
import { keyOf, MAX_SEQ, splitKey } from "./schema.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    key INTEGER PRIMARY KEY,
    format INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
`;

export function createCheckpointTable(database: Database): CheckpointTable {
  const { sql, read, write, connection } = database;
  return {
    last: (session, { seq, format }) =>
      read(() => {
        if (!hasTable(database)) return undefined;
        const row = sql(
          "SELECT * FROM checkpoints WHERE key BETWEEN ? AND ? AND format = ? ORDER BY key DESC LIMIT 1",
        ).get(keyOf(session, 0), keyOf(session, Math.max(0, Math.min(seq, MAX_SEQ))), format);
        return row && { seq: splitKey(integerIn(row, "key")).seq, format, text: textIn(row, "text") };
      }),
    put: (session, checkpoints) =>
      write(() => {
        connection.exec(TABLE);
        // Nothing of a session that was deleted meanwhile.
        if (!sql("SELECT 1 FROM sessions WHERE number = ? AND id IS NOT NULL").get(session)) return;
        const insert = sql("INSERT OR REPLACE INTO checkpoints (key, format, text) VALUES (?, ?, ?)");
        for (const { seq, format, text } of checkpoints) insert.run(keyOf(session, seq), format, text);
      }),
  };
}

/** Of a session that is erased. */
export function eraseCheckpoints(database: Database, session: number): void {
  if (!hasTable(database)) return;
  database.sql("DELETE FROM checkpoints WHERE key BETWEEN ? AND ?").run(keyOf(session, 0), keyOf(session, MAX_SEQ));
}

function hasTable({ sql }: Database): boolean {
  return sql("SELECT 1 FROM sqlite_schema WHERE name = 'checkpoints'").get() !== undefined;
}
