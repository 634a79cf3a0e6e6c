import { randomUUID } from "node:crypto";

export interface JournalOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** For sessions whose own id is taken when they are imported. */
  readonly newId?: () => string;
  /** Takes secrets out of a text before it is written. What it takes out is nowhere in the journal. */
  readonly redact?: (text: string) => string;
  /** How long a writer that is not heard of, and cannot be seen to be dead, keeps its session. */
  readonly leaseMs?: number;
}

export type JournalSettings = Required<JournalOptions>;

export function settingsFrom(options: JournalOptions): JournalSettings {
  const { now = Date.now, newId = randomUUID, redact = (text) => text, leaseMs = 60_000 } = options;
  return { now, newId, redact, leaseMs };
}
