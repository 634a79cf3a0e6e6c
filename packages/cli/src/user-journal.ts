/**
 * The journal of this user: one file in their data folder, for all commands and all of their sessions.
 *
 * No secret reaches the file. A message without one is written exactly as it stood on the wire.
 */

import { homedir } from "node:os";
import { join, posix, resolve, win32 } from "node:path";

import { type Journal, openSqliteJournal, type Repair } from "@tenon/journal";
import { createRedactor, secretsOf } from "@tenon/policy";

import { harmlessLine } from "./timeline-view/index.ts";

export interface UserJournalOptions {
  /** Values to keep out of the file, besides those of the environment. */
  readonly secrets?: Iterable<string>;
}

/** Says on standard error what had to be repaired. */
export async function openUserJournal(options: UserJournalOptions = {}): Promise<Journal> {
  const folder = dataFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const journal = await openSqliteJournal({
    file: join(folder, "journal.db"),
    redact: messageRedactor([...(options.secrets ?? []), ...secretsOf({ env: definedOnly(process.env) })]),
  });
  tellRepairs(journal.repairs);
  return journal;
}

export function tellRepairs(repairs: readonly Repair[]): void {
  for (const { what, sessionId } of repairs) {
    process.stderr.write(`tenon: ${sessionId === undefined ? "" : `session ${harmlessLine(sessionId)}: `}${what}\n`);
  }
}

/**
 * On Windows it is the folder that does not follow the user to other machines: a database must not be copied while it is
 * open. On macOS it is `~/.local/share`, as the configuration is in `~/.config`.
 */
export function dataFolder(machine: {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}): string {
  const { platform, environment, home } = machine;
  const chosen = environment["TENON_DATA"] ?? "";
  if (chosen !== "") return resolve(chosen);
  if (platform === "win32") {
    return win32.join(environment["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "tenon");
  }
  const base = environment["XDG_DATA_HOME"] ?? "";
  // The XDG specification: a relative path is to be ignored.
  return posix.join(posix.isAbsolute(base) ? base : posix.join(home, ".local", "share"), "tenon");
}

/** Takes secrets out of JSON by its fields: out of its text, some would go together with a quote or a brace. */
export function messageRedactor(secrets: Iterable<string>): (text: string) => string {
  const redactor = createRedactor({ secrets });
  return (text) => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return redactor.redact(text);
    }
    const redacted = JSON.stringify(redactor.redactValue(message));
    // Written anew only if something was hidden: large numbers and the order of fields would not survive it.
    return redacted === JSON.stringify(message) ? text : redacted;
  };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
