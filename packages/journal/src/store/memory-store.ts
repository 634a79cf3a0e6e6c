/**
 * Keeps a journal in memory, for tests and for programs that want no file.
 */

import { createMemoryCheckpoints, createMemoryIndex } from "./memory-index.ts";
import type { LargeString } from "./large-strings.ts";
import type {
  Batch,
  Hold,
  Lease,
  RowQuery,
  RowRange,
  SessionRow,
  Store,
  StoredCheckpoint,
  StoredRecord,
} from "./store.ts";

type MemoryRow = Omit<SessionRow, "holder"> & { readonly hold?: Pick<Hold, "owner"> & { readonly until: number } };

interface MemorySession {
  row: MemoryRow;
  readonly records: StoredRecord[];
  readonly hashes: Set<string>;
  readonly checkpoints: StoredCheckpoint[];
  isPrompted: boolean;
}

// As many records as one step removes.
const PIECE = 1_000;

export function createMemoryStore(now: () => number): Store {
  const sessions = new Map<number, MemorySession>();
  const keys = new Map<string, number>();
  const largeStrings = createStringPool();
  let lastKey = 0;
  let recordBytes = 0;
  const { held, change, renew, letGo } = leasedRows(sessions);
  const untilAfter = (leaseMs: number) => now() + leaseMs;
  const show = (row: MemoryRow) => toSessionRow(row, now());

  return {
    isShared: false,
    async create(head, { owner, leaseMs, isHidden }) {
      if (keys.has(head.id)) return undefined;
      lastKey += 1;
      keys.set(head.id, lastKey);
      const lease = { key: lastKey, epoch: 1 };
      const hold = { owner, until: untilAfter(leaseMs) };
      const row = { ...head, ...lease, hold, isHidden, updatedAt: head.createdAt, lastSeq: 0, hasOpenWork: false };
      sessions.set(lastKey, { row, records: [], hashes: new Set(), checkpoints: [], isPrompted: isHidden });
      return lease;
    },
    async claim(known, { owner, leaseMs }) {
      const lease = { key: known.key, epoch: known.epoch + 1 };
      return change(known, { ...lease, hold: { owner, until: untilAfter(leaseMs) } }) ? lease : undefined;
    },
    renew: async (leases, leaseMs) => leases.filter((lease) => !renew(lease, untilAfter(leaseMs))),
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
      return rows.filter(({ isHidden, hold }) => isHidden && !hold).map(({ key }) => key);
    },
    async erase(key) {
      const session = sessions.get(key);
      if (!session) return true;
      for (const { text } of session.records.splice(-PIECE)) recordBytes -= text.length;
      if (session.records.length > 0) return false;
      for (const hash of session.hashes) largeStrings.forget(key, hash);
      sessions.delete(key);
      return true;
    },

    async find(sessionId) {
      const row = sessions.get(keys.get(sessionId) ?? 0)?.row;
      return row === undefined || row.isHidden ? undefined : show(row);
    },
    list: async (query) => listRows([...sessions.values()], query).map(show),
    held: async () => [...sessions.values()].filter(({ row }) => row.hold !== undefined).map(({ row }) => show(row)),
    async describe(key, changes) {
      const session = sessions.get(key);
      if (session) session.row = { ...session.row, ...changes };
    },

    append: async (batches) => batches.map(add),
    read: async (key, range) => recordsIn(sessions.get(key)?.records ?? [], range),
    largeStrings: async (hashes) => new Map(hashes.map((hash) => [hash, largeStrings.textOf(hash)])),
    texts: createMemoryIndex(() => [...sessions.values()].map(({ row }) => row)),
    checkpoints: createMemoryCheckpoints((key) => sessions.get(key)?.checkpoints),
    size: async () => sizeOf(recordBytes + largeStrings.bytes),
    shrink: async () => true,
    // No other process can write here.
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
      recordBytes += text.length;
      session.records.push({ seq: lastSeq, from, at, kind, text, isCut: cut.length > 0 });
      for (const large of cut) {
        largeStrings.keep(lease.key, large);
        session.hashes.add(large.hash);
      }
    }
    session.isPrompted ||= hasPrompt;
    session.row = { ...session.row, updatedAt, lastSeq, hasOpenWork };
    return lastSeq;
  }
}

function recordsIn(
  records: readonly StoredRecord[],
  { after, before, limit, from, kinds }: RowRange,
): readonly StoredRecord[] {
  if (!from && !kinds) return records.slice(after, Math.min(before - 1, after + limit));
  const wanted = records
    .slice(after, before - 1)
    .filter((record) => (from?.includes(record.from) ?? true) && (kinds?.has(record.kind ?? "") ?? true));
  return wanted.slice(0, limit);
}

function toSessionRow({ hold, ...row }: MemoryRow, now: number): SessionRow {
  return hold ? { ...row, holder: { owner: hold.owner, isExpired: hold.until <= now } } : row;
}

function sizeOf(bytes: number) {
  return { usedBytes: bytes, totalBytes: bytes };
}

/** Changes the rows of sessions whose lease is still good. */
function leasedRows(sessions: ReadonlyMap<number, MemorySession>) {
  return { held, change, renew, letGo };

  function held({ key, epoch }: Lease): MemorySession | undefined {
    const session = sessions.get(key);
    return session?.row.epoch === epoch ? session : undefined;
  }

  function change(lease: Lease, changes: Partial<MemoryRow>): boolean {
    const session = held(lease);
    if (session) session.row = { ...session.row, ...changes };
    return session !== undefined;
  }

  function renew(lease: Lease, until: number): boolean {
    const hold = held(lease)?.row.hold;
    return hold !== undefined && change(lease, { hold: { ...hold, until } });
  }

  function letGo(lease: Lease) {
    const session = held(lease);
    if (!session) return;
    const { hold: _, ...row } = session.row;
    session.row = row;
  }
}

/** Large strings, each kept once for all sessions that have it. */
function createStringPool() {
  const strings = new Map<string, { readonly text: string; readonly users: Set<number> }>();
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    textOf: (hash: string) => strings.get(hash)?.text ?? "",
    keep(user: number, { hash, text }: LargeString) {
      const kept = strings.get(hash) ?? { text, users: new Set() };
      if (!strings.has(hash)) bytes += text.length;
      kept.users.add(user);
      strings.set(hash, kept);
    },
    forget(user: number, hash: string) {
      const kept = strings.get(hash);
      kept?.users.delete(user);
      if (!kept || kept.users.size > 0) return;
      bytes -= kept.text.length;
      strings.delete(hash);
    },
  };
}

function listRows(sessions: readonly MemorySession[], query: RowQuery): readonly MemoryRow[] {
  const { beyond, isUsed, limit } = query;
  const sign = query.order === "newest" ? -1 : 1;
  return sessions
    .filter(({ row, isPrompted }) => isUsed !== true || isPrompted || row.hold !== undefined)
    .map(({ row }) => row)
    .filter((row) => matches(row, query) && (!beyond || sign * compare(row, beyond) > 0))
    .toSorted((a, b) => sign * compare(a, b))
    .slice(0, limit);
}

function matches(row: MemoryRow, query: RowQuery): boolean {
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
