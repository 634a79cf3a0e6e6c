/**
 * Files of sessions, for the machine that a session goes to next. The table is made when the first one is stored.
 */

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

export function createFileTable(connections: Connections): FileStore {
  const { rows } = connections;
  const ready = makeOnce(connections, LOCK, TABLE);
  return {
    async put(key, name, content) {
      await ready();
      await rows(
        `INSERT INTO tenon_files (session, name, content) VALUES ($1, $2, $3)
         ON CONFLICT (session, name) DO UPDATE SET content = excluded.content`,
        [key, name, content],
      );
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
