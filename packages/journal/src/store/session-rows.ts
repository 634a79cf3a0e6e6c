/**
 * Finds the rows of sessions, as long as the journal is open, and shows them as callers see sessions.
 */

import { defined } from "@tenon/basis";

import type { SessionRecord } from "../journal.ts";
import { JournalError } from "../journal-error.ts";
import type { Leases } from "./leases.ts";
import type { SessionRow, Store } from "./store.ts";

export interface SessionRows {
  /** Throws `closed`. */
  ensureOpen(): void;
  findIfAny(sessionId: string): Promise<SessionRow | undefined>;
  /** Rejects with `session_not_found`. */
  find(sessionId: string): Promise<SessionRow>;
  show(row: SessionRow): SessionRecord;
}

export function createSessionRows(
  store: Pick<Store, "find">,
  leases: Pick<Leases, "isHeld">,
  closed: AbortSignal,
): SessionRows {
  return { ensureOpen, findIfAny, find, show };

  function ensureOpen(): void {
    if (closed.aborted) throw new JournalError("closed", "The journal is closed");
  }

  async function findIfAny(sessionId: string): Promise<SessionRow | undefined> {
    ensureOpen();
    return await store.find(sessionId);
  }

  async function find(sessionId: string): Promise<SessionRow> {
    const row = await findIfAny(sessionId);
    if (row) return row;
    throw new JournalError("session_not_found", `There is no session ${sessionId}`, { sessionId });
  }

  function show(row: SessionRow): SessionRecord {
    const { key: _key, epoch: _epoch, holder, hasOpenWork: _open, isHidden: _hidden, ...session } = row;
    const isLive = leases.isHeld(row);
    const heldAt = isLive ? holder?.owner.address : undefined;
    return { ...session, isLive, ...defined({ heldAt }) };
  }
}
