import { randomUUID } from "node:crypto";

import { noTelemetry, type Telemetry } from "@tenon/basis";
import { createRecordRedaction, type RecordRedaction } from "@tenon/policy";

import type { SessionFiles } from "./journal.ts";

export interface JournalOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** For sessions whose own id is taken when they are imported. */
  readonly newId?: () => string;
  /**
   * Takes secrets out before anything is written: what it takes out is nowhere in the journal. Without one, the values that
   * servers are given and what has the shape of a secret.
   */
  readonly redaction?: RecordRedaction;
  /** How long a writer that is not heard of, and cannot be seen to be dead, keeps its session. */
  readonly leaseMs?: number;
  /** Where other machines reach this process; `SessionRecord.heldAt` of the sessions that it has open. */
  readonly address?: () => string | undefined;
  /** Where the files of sessions are, for a store that does not keep them: they go with exports, imports and forks. */
  readonly files?: OutsideFiles | undefined;
  /** Hears of statements and leases. */
  readonly telemetry?: Telemetry | undefined;
}

export interface OutsideFiles extends SessionFiles {
  /** Of a session that was not copied to its end. */
  remove(sessionId: string, name: string): Promise<void>;
}

export type JournalSettings = Required<Omit<JournalOptions, "telemetry" | "files">> & { readonly telemetry: Telemetry };

export function settingsFrom(options: JournalOptions): JournalSettings {
  const { now = Date.now, newId = randomUUID, redaction = createRecordRedaction(), leaseMs = 60_000 } = options;
  const { address = () => undefined, telemetry = noTelemetry } = options;
  return { now, newId, redaction, leaseMs, address, telemetry };
}
