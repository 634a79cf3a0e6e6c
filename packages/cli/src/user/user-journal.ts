/**
 * The journal of this user: one file in their data folder, or a database that several machines share, for all commands and
 * all of their sessions.
 *
 * No secret reaches it. A message without one is written exactly as it stood on the wire.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";

import { defined, type Telemetry } from "@tenon/basis";
import { type Journal, openSqliteJournal, type Repair, type OutsideFiles } from "@tenon/journal";
import type { PostgresJournalOptions } from "@tenon/journal/postgres";
import { createRecordRedaction, secretsOf } from "@tenon/policy";

import { warn } from "../process/warn.ts";
import { printableLine } from "../terminal/printable.ts";
import { userDataFolder } from "./data-folder.ts";
import { chosenStore } from "./user-store.ts";

export interface UserJournalOptions {
  /** As on the command line: a URL, or a file with one. */
  readonly store?: string | undefined;
  /** Where other machines that share the store reach this process. */
  readonly address?: () => string | undefined;
  /** Values to keep out of the journal, besides those of the environment. */
  readonly secrets?: Iterable<string>;
  /** Gets what had to be repaired; standard error by default. */
  readonly onWarning?: (line: string) => void;
  /** False: a message goes on some milliseconds before it is on the disk. */
  readonly waitsForDisk?: boolean;
  readonly telemetry?: Telemetry | undefined;
}

export async function openUserJournal(options: UserJournalOptions = {}): Promise<Journal> {
  const url = await chosenStore(options.store);
  const password = url === undefined ? "" : decodeURIComponent(URL.parse(url)?.password ?? "");
  const redaction = createRecordRedaction({
    secrets: [
      ...(options.secrets ?? []),
      ...(password === "" ? [] : [password]),
      ...secretsOf({ env: definedOnly(process.env) }),
    ],
  });
  const journal =
    url === undefined
      ? await openSqliteJournal({
          file: join(userDataFolder(), "journal.db"),
          waitsForDisk: options.waitsForDisk,
          files: resultsBeside(),
          redaction,
          telemetry: options.telemetry,
        })
      : await openInPostgres({
          url,
          redaction,
          telemetry: options.telemetry,
          ...defined({ address: options.address }),
        });
  reportRepairs(journal.repairs, options.onWarning);
  return {
    ...journal,
    async delete(sessionId) {
      const wasThere = await journal.delete(sessionId);
      await deleteResults([sessionId]);
      return wasThere;
    },
    async vacuum(limits) {
      const report = await journal.vacuum(limits);
      await deleteResults(report.deleted.map(({ id }) => id));
      return report;
    },
  };
}

async function openInPostgres(options: PostgresJournalOptions): Promise<Journal> {
  // Loaded only by those who use it.
  const { openPostgresJournal } = await import("@tenon/journal/postgres");
  return await openPostgresJournal(options);
}

async function deleteResults(sessionIds: readonly string[]): Promise<void> {
  // Loaded when it is needed, which is seldom.
  const { resultsOf } = await import("@tenon/agent");
  for (const id of sessionIds) await rm(resultsOf(userResultsFolder(), id), { recursive: true, force: true });
}

/** Opened when they are needed, which is seldom. */
function resultsBeside(): OutsideFiles {
  const files = async () => (await import("@tenon/agent")).resultFiles(userResultsFolder());
  return {
    put: async (...given) => (await files()).put(...given),
    names: async (...given) => (await files()).names(...given),
    get: async (...given) => (await files()).get(...given),
    remove: async (...given) => (await files()).remove(...given),
  };
}

/** Beside the journal: what tools have answered and was too large for the model, until its session is deleted. */
export function userResultsFolder(): string {
  return join(userDataFolder(), "results");
}

export function reportRepairs(repairs: readonly Repair[], onWarning: (line: string) => void = warn): void {
  for (const { what, sessionId } of repairs) {
    onWarning(`${sessionId === undefined ? "" : `session ${printableLine(sessionId)}: `}${what}`);
  }
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
