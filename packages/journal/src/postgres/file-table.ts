/**
 * Files of sessions, for the machine that a session goes to next. The table is made when the first one is stored.
 */

import { leaseLost } from "../journal-error.ts";
import type { FileStore } from "../store/store.ts";
import type { Connections } from "./connections.ts";
import { makeOnce } from "./transaction.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS tenon_files (
    session bigint NOT NULL REFERENCES tenon_sessions (key) ON DELETE CASCADE,
    name text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (session, name)
  )`;
const LOCK = 7_465_788;

/**
 * `epochOf` is that of a session that is held here. What ends with a session may store its files after that was let go of:
 * then no other process may have it.
 */
export function createFileTable(connections: Connections, epochOf: (key: number) => number | undefined): FileStore {
  const { rows } = connections;
  const ready = makeOnce(connections, LOCK, TABLE);
  return {
    async put(key, name, content) {
      await ready();
      const epoch = epochOf(key);
      const put = await rows(
        `INSERT INTO tenon_files (session, name, content)
         SELECT key, $2, $3 FROM tenon_sessions WHERE key = $1 AND CASE WHEN $4::bigint IS NULL
           THEN owner IS NULL OR coalesce(lease_until <= clock_timestamp(), true) ELSE epoch = $4 END
         ON CONFLICT (session, name) DO UPDATE SET content = excluded.content RETURNING session`,
        [key, name, content, epoch],
      );
      if (put.length === 0) throw leaseLost();
    },
    async names(key) {
      await ready();
      const found = await rows("SELECT name FROM tenon_files WHERE session = $1 ORDER BY name", [key]);
      return found.map(({ name }) => String(name));
    },
    async get(key, name) {
      await ready();
      const [found] = await rows("SELECT content FROM tenon_files WHERE session = $1 AND name = $2", [key, name]);
      const content = found?.["content"];
      return Buffer.isBuffer(content) ? content : undefined;
    },
  };
}
