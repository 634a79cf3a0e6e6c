/**
 * Opens a journal's file, or makes it.
 *
 * Nothing here grows with the file: damage deep inside it is found when it is read.
 */

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { JournalError } from "../journal-error.ts";
import { integerIn } from "./columns.ts";
import { APPLICATION_ID, FORMAT, SCHEMA, UPGRADES } from "./schema.ts";

export interface OpenOptions {
  readonly file: string;
  /** The file grows no further than this. */
  readonly maxBytes?: number;
}

/** Throws SQLite's own errors, and `newer_format` and `not_a_journal`. */
export async function openDatabase({ file, maxBytes }: OpenOptions): Promise<DatabaseSync> {
  makePrivateFile(file);
  // Loaded here, because Node.js 22 warns when it is loaded, and a journal in memory has no use for it.
  const { DatabaseSync } = await import("node:sqlite");
  const connection = new DatabaseSync(file);
  try {
    connection.exec("PRAGMA busy_timeout = 5");
    // First of all: the settings that follow would change another program's file.
    checkWhose(connection, file);
    connection.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL; -- log-sync.ts syncs each commit
      PRAGMA secure_delete = ON;
      PRAGMA wal_autocheckpoint = 250;
    `);
    makeTables(connection);
    lookAround(connection);
    const pageSize = pragma(connection, "page_size");
    if (maxBytes !== undefined) connection.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / pageSize)}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

// Made by us, because SQLite would make it readable for others; it gives its mode to the files beside it.
function makePrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const found = statSync(file, { throwIfNoEntry: false });
    // Opening a pipe would block until another process writes to it.
    if (found && !found.isFile()) throw new Error("not a regular file");
    closeSync(openSync(file, "a", 0o600));
    // Made by another program, or copied: what it holds is private.
    if (found && process.platform !== "win32" && (found.mode & OTHERS) !== 0) {
      for (const end of ["", "-wal", "-shm"]) if (existsSync(file + end)) chmodSync(file + end, 0o600);
    }
  } catch (error) {
    const message = `The journal cannot be created or opened: ${file}`;
    throw new JournalError("file_failed", message, { file }, { cause: error });
  }
}

// The permissions of group and others.
const OTHERS = 0o077;

function checkWhose(connection: DatabaseSync, file: string): void {
  // One state of the file: another process may be making its tables right now.
  connection.exec("BEGIN");
  try {
    checkHeader(connection, file);
  } finally {
    if (connection.isTransaction) connection.exec("ROLLBACK");
  }
}

function checkHeader(connection: DatabaseSync, file: string): void {
  const isOurs = pragma(connection, "application_id") === APPLICATION_ID;
  const format = pragma(connection, "user_version");
  if (isOurs && format > FORMAT) {
    const message = `The journal was written by a newer version of Tenon: ${file}`;
    throw new JournalError("newer_format", message, { file, format });
  }
  // Cut short while it was made, or its header is damaged: nothing would fit what we write.
  if (isOurs && format === 0 && hasTables(connection)) {
    const message = `The journal has no format version: ${file}`;
    throw new JournalError("not_a_journal", message, { file, format });
  }
  if (isOurs || (format === 0 && !hasTables(connection))) return;
  throw new JournalError("not_a_journal", `Not a journal of Tenon, but a database of another program: ${file}`, {
    file,
  });
}

function hasTables(connection: DatabaseSync): boolean {
  return connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
}

function makeTables(connection: DatabaseSync): void {
  if (pragma(connection, "user_version") === FORMAT) return;
  connection.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have been quicker.
    const format = pragma(connection, "user_version");
    if (format === 0) connection.exec(`${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}`);
    else for (let next = format + 1; next <= FORMAT; next += 1) connection.exec(UPGRADES[next] ?? "");
    connection.exec(`PRAGMA user_version = ${FORMAT}`);
    connection.exec("COMMIT");
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

/** Finds the damage that an interrupted copy or a broken disk does most often: at the end, and in the first pages. */
function lookAround(connection: DatabaseSync): void {
  connection.prepare("SELECT * FROM sessions ORDER BY updated_at DESC LIMIT 1").get();
  connection.prepare("SELECT * FROM records ORDER BY key DESC LIMIT 1").get();
  connection.prepare("SELECT hash FROM large_strings ORDER BY rowid DESC LIMIT 1").get();
}

function pragma(connection: DatabaseSync, name: string): number {
  const row = connection.prepare(`PRAGMA ${name}`).get();
  return row ? integerIn(row, name) : 0;
}
