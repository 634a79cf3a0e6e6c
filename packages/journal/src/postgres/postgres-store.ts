/**
 * Keeps a journal in a Postgres database that several machines may use at once.
 */

import { randomUUID } from "node:crypto";

import { errorCode } from "@tenon/basis";

import type { KnownMachine } from "../journal.ts";
import type { Batch, Lease, Store } from "../store/store.ts";
import { watchChanges } from "./change-watch.ts";
import type { Connections } from "./connections.ts";
import { createFileTable } from "./file-table.ts";
import { addKindIndex } from "./kind-index.ts";
import { createNotifier } from "./notifier.ts";
import { toJournalError } from "./postgres-failure.ts";
import { type Addition, appendRecords, eraseRows, readLargeStrings, readRows } from "./record-table.ts";
import { renewLeases } from "./renewal.ts";
import { createCheckpointTable } from "./checkpoint-table.ts";
import { createTextTable } from "./text-table.ts";
import {
  claimSession,
  describeSession,
  discardSession,
  findSession,
  heldSessions,
  insertSession,
  listSessionRows,
  storedSize,
  type TakenLease,
} from "./session-table.ts";

/** What is known of a session that is held here. */
interface Held {
  readonly epoch: number;
  /** Undefined once a statement was not answered: its records may be stored, and those of another would be taken for them. */
  lastSeq: number | undefined;
  changed: string;
}

export function createPostgresStore(connections: Connections, { lacksIndex }: { readonly lacksIndex: boolean }): Store {
  const { row, rows } = connections;
  const self = randomUUID();
  const notifier = createNotifier(connections, self);
  const indexing = lacksIndex ? addKindIndex(connections) : undefined;
  const held = new Map<number, Held>();
  let machines: readonly KnownMachine[] = [];
  return {
    isShared: true,
    create: async (head, options) => keep(await insertSession(connections, head, options)),
    claim: async (known, hold) => keep(await claimSession(connections, known, hold)),
    async renew(leases, leaseMs, description) {
      const renewal = await renewLeases(connections, leases, leaseMs, { id: self, description });
      machines = renewal.machines;
      return renewal.lost;
    },
    machines: () => machines,
    release: (lease) => letGo(lease, "owner = NULL, lease_until = NULL"),
    show: (lease) => change(lease, "is_hidden = false"),
    async discard(lease) {
      forget(lease);
      await discardSession(connections, lease);
      notifier.notify();
    },
    discarded: async () =>
      (await rows("SELECT key FROM tenon_sessions WHERE id IS NULL")).map(({ key }) => Number(key)),
    erase: (key) => eraseRows(connections, key),

    find: (sessionId) => findSession(connections, sessionId),
    list: (query) => listSessionRows(connections, query),
    held: () => heldSessions(connections),
    async describe(key, changes) {
      await describeSession(connections, key, changes);
      notifier.notify();
    },

    append,
    read: (key, range) => readRows(connections, key, range),
    largeStrings: (hashes) => readLargeStrings(connections, hashes),

    texts: createTextTable(connections),
    files: createFileTable(connections),
    checkpoints: createCheckpointTable(connections),
    size: () => storedSize(connections),
    shrink: async () => true,
    scrub: async () => true,
    check: () => checkWrites(connections),
    watch: (onChange) => watchChanges({ connections, self, ownChange: (key) => held.get(key)?.changed, onChange }),
    async close() {
      notifier[Symbol.dispose]();
      indexing?.[Symbol.dispose]();
      await connections.close();
    },
  };

  async function append(batches: readonly Batch[]): Promise<readonly (number | undefined)[]> {
    const additions = [...additionsOf(batches, held).values()];
    if (additions.length === 0) return batches.map(() => undefined);
    const changes = await added(additions);
    for (const [key, changed] of changes) {
      const known = held.get(key);
      if (known) known.changed = changed;
    }
    notifier.notify();
    return batches.map(({ lease, records }) => {
      const known = held.get(lease.key);
      if (known?.lastSeq === undefined || known.epoch !== lease.epoch || !changes.has(lease.key)) return undefined;
      return (known.lastSeq += records.length);
    });
  }

  async function added(additions: readonly Addition[]): ReturnType<typeof appendRecords> {
    let isRepeated = false;
    try {
      return await appendRecords(connections, additions, { onRepeat: () => (isRepeated = true) });
    } catch (error) {
      const isUnanswered = isRepeated || errorCode(error) === "store_unreachable";
      // The next group may be on its way before anyone hears of this failure.
      for (const { lease } of isUnanswered ? additions : []) {
        const known = held.get(lease.key);
        if (known?.epoch === lease.epoch) known.lastSeq = undefined;
      }
      throw error;
    }
  }

  function keep(taken: TakenLease | undefined): Lease | undefined {
    if (!taken) return undefined;
    const { lease, lastSeq, changed } = taken;
    held.set(lease.key, { epoch: lease.epoch, lastSeq, changed });
    notifier.notify();
    return lease;
  }

  function forget({ key, epoch }: Lease) {
    if (held.get(key)?.epoch === epoch) held.delete(key);
  }

  async function letGo(lease: Lease, assignments: string): Promise<void> {
    forget(lease);
    await change(lease, assignments);
  }

  async function change({ key, epoch }: Lease, assignments: string): Promise<void> {
    await row(
      `UPDATE tenon_sessions SET ${assignments}, changed = pg_current_xact_id() WHERE key = $1 AND epoch = $2`,
      [key, epoch],
    );
    notifier.notify();
  }
}

/** By session: the batches whose lease is the one that is held here. */
function additionsOf(batches: readonly Batch[], held: ReadonlyMap<number, Held>): ReadonlyMap<number, Addition> {
  const additions = new Map<number, Addition & { readonly batches: Batch[] }>();
  for (const batch of batches) {
    const { lease } = batch;
    const known = held.get(lease.key);
    if (known?.lastSeq === undefined || known.epoch !== lease.epoch) continue;
    const addition = additions.get(lease.key) ?? { lease, base: known.lastSeq, batches: [] };
    addition.batches.push(batch);
    additions.set(lease.key, addition);
  }
  return additions;
}

/** On a connection of its own: that all others are in use does not mean that the store cannot be reached. */
async function checkWrites({ separate, address }: Connections): Promise<void> {
  const client = separate();
  client.on("error", () => {}); // the statement reports it
  try {
    await client.connect();
    await client.query(`BEGIN; INSERT INTO tenon_records (session, seq, at, source, kind, form, text)
      VALUES (0, 0, 0, 2, '', 0, repeat('x', 16384)); ROLLBACK`);
  } catch (error) {
    throw toJournalError(error, address.name);
  } finally {
    void client.end().catch(() => {}); // a connection that was cut may never end
  }
}
