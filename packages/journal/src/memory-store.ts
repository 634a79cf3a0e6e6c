/**
 * Keeps a journal in memory, for tests and for programs that want no file.
 */

import type { SessionChanges } from "./journal.ts";
import type { Batch, Lease, RowQuery, SessionRow, Store, StoredRecord } from "./store.ts";

interface MemorySession {
  row: SessionRow;
  readonly records: StoredRecord[];
  readonly hashes: Set<string>;
  isPrompted: boolean;
}

// As many records as one step removes.
const PIECE = 1_000;

export function createMemoryStore(): Store {
  const sessions = new Map<number, MemorySession>();
  const keys = new Map<string, number>();
  const largeStrings = new Map<string, { readonly text: string; readonly users: Set<number> }>();
  let lastKey = 0;
  let usedBytes = 0;

  return {
    async create(head, { holder, isHidden }) {
      if (keys.has(head.id)) return undefined;
      lastKey += 1;
      keys.set(head.id, lastKey);
      const lease = { key: lastKey, epoch: 1 };
      const row = { ...head, ...lease, holder, isHidden, updatedAt: head.createdAt, lastSeq: 0, hasOpenWork: false };
      sessions.set(lastKey, { row, records: [], hashes: new Set(), isPrompted: isHidden });
      return lease;
    },
    async claim(place, holder) {
      const lease = { key: place.key, epoch: place.epoch + 1 };
      return change(place, { ...lease, holder }) ? lease : undefined;
    },
    async renew(leases, until) {
      for (const lease of leases) {
        const holder = sessions.get(lease.key)?.row.holder;
        if (holder) change(lease, { holder: { ...holder, until } });
      }
    },
    release: async (lease) => letGo(lease),
    show: async (lease) => void change(lease, { isHidden: false }),
    async discard(lease) {
      const id = held(lease)?.row.id;
      if (id === undefined) return;
      keys.delete(id);
      change(lease, { isHidden: true });
      letGo(lease);
    },
    async discarded() {
      const rows = [...sessions.values()].map(({ row }) => row);
      return rows.filter(({ isHidden, holder }) => isHidden && !holder).map(({ key }) => key);
    },
    async erase(key) {
      const session = sessions.get(key);
      if (!session) return true;
      for (const { text } of session.records.splice(-PIECE)) usedBytes -= text.length;
      if (session.records.length > 0) return false;
      for (const hash of session.hashes) forget(hash, key);
      sessions.delete(key);
      return true;
    },

    async find(sessionId) {
      const row = sessions.get(keys.get(sessionId) ?? 0)?.row;
      return row?.isHidden ? undefined : row;
    },
    async list(query) {
      const meant = [...sessions.values()].filter(
        ({ row, isPrompted }) => query.isUsed !== true || isPrompted || row.holder !== undefined,
      );
      const rows = meant.map(({ row }) => row).filter((row) => matches(row, query));
      const sign = query.order === "newest" ? -1 : 1;
      const { beyond } = query;
      return rows
        .toSorted((a, b) => sign * compare(a, b))
        .filter((row) => !beyond || sign * compare(row, beyond) > 0)
        .slice(0, query.limit);
    },
    held: async () => [...sessions.values()].map(({ row }) => row).filter(({ holder }) => holder !== undefined),
    async describe(key, changes: SessionChanges) {
      const session = sessions.get(key);
      if (session) session.row = { ...session.row, ...changes };
    },

    append: async (batches) => batches.map(add),
    async read(key, { after, before, limit, from }) {
      const records = sessions.get(key)?.records ?? [];
      if (!from) return records.slice(after, Math.min(before - 1, after + limit));
      const wanted = records.slice(after, before - 1).filter((record) => from.includes(record.from));
      return wanted.slice(0, limit);
    },
    async largeStrings(hashes) {
      return new Map(hashes.map((hash) => [hash, largeStrings.get(hash)?.text ?? ""]));
    },

    size: async () => ({ usedBytes, totalBytes: usedBytes }),
    shrink: async () => true,
    // Nobody else can write here.
    scrub: async () => true,
    async check() {},
    watch: () => ({ [Symbol.dispose]() {} }),
    close: async () => {},
  };

  function add({ lease, records, hasOpenWork, hasPrompt }: Batch): number | undefined {
    const session = held(lease);
    if (!session) return undefined;
    let { updatedAt, lastSeq } = session.row;
    for (const { from, at, kind, text, largeStrings: cut } of records) {
      lastSeq += 1;
      updatedAt = Math.max(updatedAt, at);
      usedBytes += text.length;
      session.records.push({ seq: lastSeq, from, at, kind, text, isCut: cut.length > 0 });
      for (const { hash, text: large } of cut) keep(session, hash, large);
    }
    session.isPrompted ||= hasPrompt;
    session.row = { ...session.row, updatedAt, lastSeq, hasOpenWork };
    return lastSeq;
  }

  function keep(session: MemorySession, hash: string, text: string) {
    const kept = largeStrings.get(hash) ?? { text, users: new Set() };
    if (!largeStrings.has(hash)) usedBytes += text.length;
    kept.users.add(session.row.key);
    session.hashes.add(hash);
    largeStrings.set(hash, kept);
  }

  function forget(hash: string, key: number) {
    const kept = largeStrings.get(hash);
    kept?.users.delete(key);
    if (!kept || kept.users.size > 0) return;
    usedBytes -= kept.text.length;
    largeStrings.delete(hash);
  }

  function held({ key, epoch }: Lease): MemorySession | undefined {
    const session = sessions.get(key);
    return session?.row.epoch === epoch ? session : undefined;
  }

  function change(lease: Lease, changes: Partial<SessionRow>): boolean {
    const session = held(lease);
    if (session) session.row = { ...session.row, ...changes };
    return session !== undefined;
  }

  function letGo(lease: Lease) {
    const session = held(lease);
    if (!session) return;
    const { holder: _, ...row } = session.row;
    session.row = row;
  }
}

function matches(row: SessionRow, query: RowQuery): boolean {
  const { cwd, agent, agentSessionId, title, isArchived, since = -Infinity, until = Infinity } = query;
  return (
    !row.isHidden &&
    (cwd === undefined || row.cwd === cwd) &&
    (agent === undefined || row.agent === agent) &&
    (agentSessionId === undefined || row.agentSessionId === agentSessionId) &&
    (title === undefined || (row.title ?? "").toLowerCase().includes(title)) &&
    (isArchived === undefined || (row.isArchived ?? false) === isArchived) &&
    row.updatedAt >= since &&
    row.updatedAt <= until
  );
}

function compare(a: Pick<SessionRow, "updatedAt" | "key">, b: Pick<SessionRow, "updatedAt" | "key">): number {
  return a.updatedAt - b.updatedAt || a.key - b.key;
}
