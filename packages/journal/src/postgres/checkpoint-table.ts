/**
 * Where the fold of sessions can begin. The table is made with the first one.
 */

import type { CheckpointTable } from "../store/store.ts";
import type { Connections } from "./connections.ts";
import { makeOnce } from "./transaction.ts";

/** Machines of two versions may use it at once, each with its format. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS tenon_checkpoints (
    session bigint NOT NULL REFERENCES tenon_sessions (key) ON DELETE CASCADE,
    seq bigint NOT NULL,
    format integer NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (session, format, seq)
  );
`;
const LOCK = 7_465_788;

export function createCheckpointTable(connections: Connections): CheckpointTable {
  const { rows } = connections;
  const ready = makeOnce(connections, LOCK, TABLE);
  return {
    async last(session, { seq, format }) {
      await ready();
      const [found] = await rows(
        `SELECT seq, text FROM tenon_checkpoints WHERE session = $1 AND format = $2 AND seq <= $3
         ORDER BY seq DESC LIMIT 1`,
        [session, format, Math.min(seq, Number.MAX_SAFE_INTEGER)],
      );
      return found && { seq: Number(found["seq"]), format, text: String(found["text"]) };
    },
    async put(session, checkpoints) {
      await ready();
      await rows(
        `INSERT INTO tenon_checkpoints (session, seq, format, text)
         SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[]) ON CONFLICT DO NOTHING`,
        [
          session,
          checkpoints.map(({ seq }) => seq),
          checkpoints.map(({ format }) => format),
          checkpoints.map(({ text }) => text),
        ],
      );
    },
  };
}
