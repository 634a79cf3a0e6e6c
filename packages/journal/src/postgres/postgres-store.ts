/**
 * Keeps a journal in a Postgres database that several machines may use at once.
 */

import { randomUUID } from "node:crypto";

import type { KnownMachine } from "../journal.ts";
import type { JournalError } from "../journal-error.ts";
import type { Lease, Store } from "../store/store.ts";
import { watchChanges } from "./change-watch.ts";
import type { Connections } from "./connections.ts";
import { createFileTable } from "./file-table.ts";
import { createHeldSessions } from "./held-sessions.ts";
import { addKindIndex } from "./kind-index.ts";
import { createNotifier } from "./notifier.ts";
import { toJournalError } from "./postgres-failure.ts";
import { eraseRows, readLargeStrings, readRows } from "./record-table.ts";
import { renewLeases } from "./renewal.ts";
import { newerFormat } from "./schema.ts";
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

export function createPostgresStore(connections: Connections, { lacksIndex }: { readonly lacksIndex: boolean }): Store {
  const { row, rows } = connections;
  const self = randomUUID();
  const notifier = createNotifier(connections, self);
  const indexing = lacksIndex ? addKindIndex(connections) : undefined;
  const held = createHeldSessions(connections);
  let machines: readonly KnownMachine[] = [];
  let newer: JournalError | undefined;
  return {
    isShared: true,
    async create(head, options) {
      requireUsable();
      return keep(await insertSession(connections, head, options));
    },
    async claim(known, hold) {
      requireUsable();
      return keep(await claimSession(connections, known, hold));
    },
    async renew(leases, leaseMs, description) {
      const renewal = await renewLeases(connections, leases, leaseMs, { id: self, description });
      const { newerFormat: format } = renewal;
      if (format !== undefined) newer = newerFormat(connections.address.name, format);
      requireUsable();
      machines = renewal.machines;
      return renewal.lost;
    },
    machines: () => machines,
    release: (lease) => letGo(lease, "owner = NULL, lease_until = NULL"),
    show: (lease) => change(lease, "is_hidden = false"),
    async discard(lease) {
      held.forget(lease);
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
      await describeSession(connections, key, changes, held.epochOf(key));
      notifier.notify();
    },

    async append(batches) {
      const seqs = await held.append(batches);
      notifier.notify();
      return seqs;
    },
    read: (key, range) => readRows(connections, key, range),
    largeStrings: (hashes) => readLargeStrings(connections, hashes),

    texts: createTextTable(connections),
    files: createFileTable(connections, held.epochOf),
    checkpoints: createCheckpointTable(connections),
    size: () => storedSize(connections),
    shrink: async () => true,
    scrub: async () => true,
    async check() {
      requireUsable();
      await checkWrites(connections);
    },
    watch: (onChange) => watchChanges({ connections, self, ownChange: held.lastChange, onChange }),
    async close() {
      notifier[Symbol.dispose]();
      indexing?.[Symbol.dispose]();
      await connections.close();
    },
  };

  /** A newer version may upgrade the tables while this one runs. */
  function requireUsable() {
    if (newer) throw newer;
  }

  function keep(taken: TakenLease | undefined): Lease | undefined {
    if (!taken) return undefined;
    held.keep(taken);
    notifier.notify();
    return taken.lease;
  }

  async function letGo(lease: Lease, assignments: string): Promise<void> {
    held.forget(lease);
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
