/**
 * The texts for search, made when they are first searched. Every text is looked at: an index by letters needs an extension
 * that a database may not have.
 */

import type { TextIndex } from "../store/store.ts";
import type { Connections } from "./connections.ts";
import { withoutNul } from "./text-values.ts";
import { makeOnce } from "./transaction.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS tenon_texts (
    session bigint NOT NULL REFERENCES tenon_sessions (key) ON DELETE CASCADE,
    seq bigint NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (session, seq)
  );
  CREATE TABLE IF NOT EXISTS tenon_indexed (
    session bigint PRIMARY KEY REFERENCES tenon_sessions (key) ON DELETE CASCADE,
    next bigint NOT NULL,
    seen bigint NOT NULL
  );
`;
const LOCK = 7_465_787;

export function createTextTable(connections: Connections): TextIndex {
  const { rows } = connections;
  const ready = makeOnce(connections, LOCK, TABLES);
  return {
    async behind(limit) {
      await ready();
      const found = await rows(
        `SELECT key, last_seq, coalesce(next, 0) AS next FROM tenon_sessions LEFT JOIN tenon_indexed ON session = key
         WHERE NOT is_hidden AND id IS NOT NULL AND last_seq > coalesce(seen, 0) ORDER BY updated_at DESC LIMIT $1`,
        [limit],
      );
      return found.map(({ key, last_seq: lastSeq, next }) => ({
        key: Number(key),
        lastSeq: Number(lastSeq),
        next: Number(next),
      }));
    },
    async put(key, texts, { after, next, seen }) {
      const [seqs, words] = [texts.map(({ seq }) => seq), texts.map(({ text }) => text.replaceAll("\0", " "))];
      await rows(
        `WITH gone AS (DELETE FROM tenon_texts WHERE session = $1 AND seq > $2 AND seq <> ALL ($3::bigint[])),
         added AS (
           INSERT INTO tenon_texts (session, seq, text) SELECT $1, * FROM unnest($3::bigint[], $4::text[])
           ON CONFLICT (session, seq) DO UPDATE SET text = excluded.text
         )
         INSERT INTO tenon_indexed (session, next, seen) VALUES ($1, $5, $6)
         ON CONFLICT (session) DO UPDATE SET next = excluded.next, seen = excluded.seen`,
        [key, after, seqs, words, next, seen],
      );
    },
    async find({ words, limit, sessionIds }) {
      const found = await rows(
        `SELECT id, seq, text FROM tenon_texts JOIN tenon_sessions ON key = session
         WHERE NOT is_hidden AND id IS NOT NULL AND ($1::text[] IS NULL OR id = ANY ($1))
           AND NOT EXISTS (SELECT 1 FROM unnest($2::text[]) AS word WHERE position(word IN lower(text)) = 0)
         ORDER BY updated_at DESC, key DESC, seq DESC LIMIT $3`,
        [sessionIds?.map(withoutNul) ?? null, words, limit],
      );
      return found.map(({ id, seq, text }) => ({ sessionId: String(id), seq: Number(seq), text: String(text) }));
    },
  };
}
