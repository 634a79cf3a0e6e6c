/**
 * Finds out what other machines have changed. A notification says "look again"; one that is lost costs at most a second,
 * because this looks that often anyway.
 *
 * The order in which transactions get their numbers is not the order in which they commit. So a look begins where the oldest
 * transaction stood that was running at the look before it, and forgets nothing that commits late.
 */

import type pg from "pg";

import type { ChangedSession } from "../store/store.ts";
import type { Connections, Row } from "./connections.ts";

export interface ChangeWatchOptions {
  readonly connections: Connections;
  /** Sent with each notification, so that we do not wake ourselves. */
  readonly self: string;
  /** The last transaction of ours that changed a session, if we hold it. */
  readonly ownChange: (key: number) => string | undefined;
  readonly onChange: (changed?: readonly ChangedSession[]) => void;
  readonly pollMs?: number;
}

export const CHANNEL = "tenon";
const POLL_MS = 1_000;
const HEARTBEAT_MS = 10_000;
const AGAIN_MS = 1_000;
const LATEST = 50;

const CURSOR = "pg_snapshot_xmin(pg_current_snapshot())::text AS cursor";

const CHANGES_SINCE = `SELECT key, coalesce(id, '') AS id, changed::text, ${CURSOR} FROM tenon_sessions
    WHERE changed >= $1::text::xid8 AND NOT is_hidden
  UNION ALL SELECT key, id, changed::text, ${CURSOR} FROM tenon_deletions WHERE changed >= $1::text::xid8`;

const LATEST_CHANGES = `SELECT key, id, changed::text, ${CURSOR} FROM (SELECT 1) AS once LEFT JOIN (
    SELECT key, id, changed FROM tenon_sessions WHERE id IS NOT NULL AND NOT is_hidden
    UNION ALL SELECT key, id, changed FROM tenon_deletions ORDER BY changed DESC LIMIT ${LATEST}) AS latest ON true`;

export function watchChanges(options: ChangeWatchOptions): Disposable {
  const { connections, self, ownChange, onChange, pollMs = POLL_MS } = options;
  const seen = new Map<number, string>();
  const listener = keepListening(connections, { self, onNotice: look });
  let cursor: string | undefined;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isOver = false;
  const timer = setInterval(look, pollMs).unref();
  look();
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(timer);
      listener[Symbol.dispose]();
    },
  };

  function look() {
    isAskedAgain = looking !== undefined;
    looking ??= lookOnce()
      // The next look finds what this one has not.
      .catch(() => {})
      .finally(() => {
        looking = undefined;
        if (isAskedAgain && !isOver) look();
      });
  }

  async function lookOnce(): Promise<void> {
    if (cursor === undefined) return await begin();
    const rows = await connections.rows(CHANGES_SINCE, [cursor]);
    if (isOver || rows.length === 0) return;
    cursor = String(rows[0]?.["cursor"]);
    const found = rows.map(toChange);
    const news = found.filter(({ key, changed }) => seen.get(key) !== changed && ownChange(key) !== changed);
    for (const { key, changed } of found) seen.set(key, changed);
    for (const [key, changed] of seen) if (BigInt(changed) < BigInt(cursor)) seen.delete(key);
    if (news.length > 0) onChange(news);
  }

  /**
   * A session that changed after the caller began to listen, and before this look, must not be missed: so the ones that changed
   * last count as changed now.
   */
  async function begin(): Promise<void> {
    const rows = await connections.rows(LATEST_CHANGES);
    if (isOver) return;
    cursor = String(rows[0]?.["cursor"]);
    const latest = rows.filter(({ id }) => id !== null).map(toChange);
    for (const { key, changed } of latest) seen.set(key, changed);
    onChange(); // What was written before this may not have been read.
    onChange(latest);
  }
}

function toChange({ key, id, changed }: Row): ChangedSession & { readonly changed: string } {
  return { key: Number(key), id: String(id), changed: String(changed) };
}

/** A connection of its own that listens, made again whenever it breaks. A broken one is silent, so it is asked now and then. */
function keepListening(
  { separate }: Connections,
  { self, onNotice }: { readonly self: string; readonly onNotice: () => void },
): Disposable {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  void listen();
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
      leave();
    },
  };

  async function listen() {
    const current = separate();
    client = current;
    current.on("notification", ({ payload }) => payload !== self && onNotice());
    current.on("error", () => again(current));
    current.on("end", () => again(current));
    try {
      await current.connect();
      await current.query(`LISTEN ${CHANNEL}`);
      if (client !== current) return;
      onNotice();
      timer = setTimeout(() => void beat(current), HEARTBEAT_MS).unref();
    } catch {
      again(current);
    }
  }

  async function beat(current: pg.Client) {
    try {
      await current.query("SELECT 1");
      if (client === current) timer = setTimeout(() => void beat(current), HEARTBEAT_MS).unref();
    } catch {
      again(current);
    }
  }

  function again(broken: pg.Client) {
    if (client !== broken) return;
    leave();
    if (!isOver) timer = setTimeout(() => void listen(), AGAIN_MS).unref();
  }

  function leave() {
    clearTimeout(timer);
    const last = client;
    client = undefined;
    last?.end().catch(() => {});
  }
}
