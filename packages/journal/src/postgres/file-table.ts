/**
 * Files of sessions, for the machine that a session goes to next. The table is made when the first one is stored.
 */

import type { FileStore } from "../store/store.ts";
import type { Connections } from "./connections.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS tenon_files (
    session bigint NOT NULL REFERENCES tenon_sessions (key) ON DELETE CASCADE,
    name text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (session, name)
  )`;
/** Two processes that make the table at once would be in each other's way. */
const LOCK = 7_465_788;

export function createFileTable({ rows, any }: Connections): FileStore {
  let made: Promise<unknown> | undefined;
  return {
    async put(key, name, content) {
      await table();
      await rows(
        `INSERT INTO tenon_files (session, name, content) VALUES ($1, $2, $3)
         ON CONFLICT (session, name) DO UPDATE SET content = excluded.content`,
        [key, name, content],
      );
    },
    async names(key) {
      await table();
      const found = await rows("SELECT name FROM tenon_files WHERE session = $1 ORDER BY name", [key]);
      return found.map(({ name }) => String(name));
    },
    async get(key, name) {
      await table();
      const [found] = await rows("SELECT content FROM tenon_files WHERE session = $1 AND name = $2", [key, name]);
      const content = found?.["content"];
      return Buffer.isBuffer(content) ? content : undefined;
    },
  };

  async function table(): Promise<void> {
    made ??= any((client) => client.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK}); ${TABLE}; COMMIT`));
    try {
      await made;
    } catch (error) {
      // The next one tries again.
      made = undefined;
      throw error;
    }
  }
}
